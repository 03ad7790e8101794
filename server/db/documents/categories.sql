CREATE OR REPLACE FUNCTION categories_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.name, NEW.slug, NEW.parent_id, NEW.position, NEW.metadata, NEW.version,
      iso(NEW.created_at) AS created_at, iso(NEW.updated_at) AS updated_at, iso(NEW.deleted_at) AS deleted_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER categories_document BEFORE INSERT OR UPDATE ON categories
  FOR EACH ROW EXECUTE FUNCTION categories_document();
