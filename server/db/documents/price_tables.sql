CREATE OR REPLACE FUNCTION price_tables_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.name, NEW.code, NEW.kind, trim_scale(NEW.percentage) AS percentage, NEW.status,
      NEW.priority, iso(NEW.starts_at) AS starts_at, iso(NEW.ends_at) AS ends_at, NEW.is_default, NEW.currency,
      NEW.metadata, NEW.version, iso(NEW.created_at) AS created_at, iso(NEW.updated_at) AS updated_at,
      iso(NEW.deleted_at) AS deleted_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER price_tables_document BEFORE INSERT OR UPDATE ON price_tables
  FOR EACH ROW EXECUTE FUNCTION price_tables_document();
