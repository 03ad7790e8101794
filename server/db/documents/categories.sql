-- revision 1
CREATE OR REPLACE FUNCTION categories_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One expression, as for orders.
  NEW.document := concat(
    '{"id":', NEW.id,
    ',"external_id":', coalesce(to_json(NEW.external_id)::text, 'null'),
    ',"name":', to_json(NEW.name),
    ',"slug":', to_json(NEW.slug),
    ',"parent_id":', coalesce(NEW.parent_id::text, 'null'),
    ',"position":', NEW.position,
    ',"metadata":', NEW.metadata,
    ',"version":', NEW.version,
    ',"created_at":', to_json(iso(NEW.created_at)),
    ',"updated_at":', to_json(iso(NEW.updated_at)),
    ',"deleted_at":', coalesce('"' || iso(NEW.deleted_at) || '"', 'null'),
    '}');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER categories_document BEFORE INSERT OR UPDATE ON categories
  FOR EACH ROW EXECUTE FUNCTION categories_document();
