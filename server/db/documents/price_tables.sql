-- revision 1
CREATE OR REPLACE FUNCTION price_tables_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One expression, as for orders.
  NEW.document := concat(
    '{"id":', NEW.id,
    ',"external_id":', coalesce(to_json(NEW.external_id)::text, 'null'),
    ',"name":', to_json(NEW.name),
    ',"code":', coalesce(to_json(NEW.code)::text, 'null'),
    ',"kind":', to_json(NEW.kind),
    ',"percentage":', coalesce(trim_scale(NEW.percentage)::text, 'null'),
    ',"status":', to_json(NEW.status),
    ',"priority":', NEW.priority,
    ',"starts_at":', coalesce('"' || iso(NEW.starts_at) || '"', 'null'),
    ',"ends_at":', coalesce('"' || iso(NEW.ends_at) || '"', 'null'),
    ',"is_default":', to_json(NEW.is_default),
    ',"currency":', coalesce(to_json(NEW.currency)::text, 'null'),
    ',"metadata":', NEW.metadata,
    ',"version":', NEW.version,
    ',"created_at":', to_json(iso(NEW.created_at)),
    ',"updated_at":', to_json(iso(NEW.updated_at)),
    ',"deleted_at":', coalesce('"' || iso(NEW.deleted_at) || '"', 'null'),
    '}');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER price_tables_document BEFORE INSERT OR UPDATE ON price_tables
  FOR EACH ROW EXECUTE FUNCTION price_tables_document();
