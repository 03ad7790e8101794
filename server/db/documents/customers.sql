CREATE OR REPLACE FUNCTION customers_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.type, NEW.name, NEW.trade_name, NEW.tax_id, NEW.tax_id_type,
      NEW.state_registration, NEW.icms_taxpayer, NEW.municipal_registration, NEW.email, NEW.phone, NEW.addresses,
      NEW.tags, NEW.status, NEW.price_table_id, NEW.metadata, NEW.version,
      iso(NEW.created_at) AS created_at, iso(NEW.updated_at) AS updated_at, iso(NEW.deleted_at) AS deleted_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER customers_document BEFORE INSERT OR UPDATE ON customers
  FOR EACH ROW EXECUTE FUNCTION customers_document();
