CREATE OR REPLACE FUNCTION customers_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.type, NEW.name, NEW.trade_name, NEW.tax_id, NEW.tax_id_type,
      NEW.state_registration, NEW.icms_taxpayer, NEW.municipal_registration, NEW.email, NEW.phone,
      -- In rows from before revision 3, an address has only the members that were sent.
      CASE WHEN NEW.addresses::text = '[]' THEN NEW.addresses ELSE (
        SELECT ('[' || string_agg(json_build_object('label', a -> 'label', 'street', a -> 'street', 'number', a -> 'number',
          'complement', a -> 'complement', 'district', a -> 'district', 'city', a -> 'city', 'city_code', a -> 'city_code',
          'state', a -> 'state', 'postal_code', a -> 'postal_code', 'country', a -> 'country')::text, ',' ORDER BY n) || ']')::json
        FROM json_array_elements(NEW.addresses) WITH ORDINALITY address(a, n)) END AS addresses,
      NEW.tags, NEW.status, NEW.price_table_id, NEW.metadata, NEW.version,
      iso(NEW.created_at) AS created_at, iso(NEW.updated_at) AS updated_at, iso(NEW.deleted_at) AS deleted_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER customers_document BEFORE INSERT OR UPDATE ON customers
  FOR EACH ROW EXECUTE FUNCTION customers_document();
