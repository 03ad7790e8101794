-- revision 3
CREATE OR REPLACE FUNCTION customers_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_addresses json := NEW.addresses;
BEGIN
  -- In rows from before revision 3, an address has only the members that were sent.
  IF NEW.addresses::text <> '[]' THEN
    v_addresses := (
      SELECT '[' || string_agg(json_build_object('label', a -> 'label', 'street', a -> 'street', 'number', a -> 'number',
        'complement', a -> 'complement', 'district', a -> 'district', 'city', a -> 'city', 'city_code', a -> 'city_code',
        'state', a -> 'state', 'postal_code', a -> 'postal_code', 'country', a -> 'country')::text, ',' ORDER BY n) || ']'
      FROM json_array_elements(NEW.addresses) WITH ORDINALITY address(a, n));
  END IF;
  -- One expression, as for orders.
  NEW.document := concat(
    '{"id":', NEW.id,
    ',"external_id":', coalesce(to_json(NEW.external_id)::text, 'null'),
    ',"type":', to_json(NEW.type),
    ',"name":', to_json(NEW.name),
    ',"trade_name":', coalesce(to_json(NEW.trade_name)::text, 'null'),
    ',"tax_id":', coalesce(to_json(NEW.tax_id)::text, 'null'),
    ',"tax_id_type":', coalesce(to_json(NEW.tax_id_type)::text, 'null'),
    ',"state_registration":', coalesce(to_json(NEW.state_registration)::text, 'null'),
    ',"icms_taxpayer":', coalesce(to_json(NEW.icms_taxpayer)::text, 'null'),
    ',"municipal_registration":', coalesce(to_json(NEW.municipal_registration)::text, 'null'),
    ',"email":', coalesce(to_json(NEW.email)::text, 'null'),
    ',"phone":', coalesce(to_json(NEW.phone)::text, 'null'),
    ',"addresses":', v_addresses,
    ',"tags":', NEW.tags,
    ',"status":', to_json(NEW.status),
    ',"price_table_id":', coalesce(NEW.price_table_id::text, 'null'),
    ',"metadata":', NEW.metadata,
    ',"version":', NEW.version,
    ',"created_at":', to_json(iso(NEW.created_at)),
    ',"updated_at":', to_json(iso(NEW.updated_at)),
    ',"deleted_at":', coalesce('"' || iso(NEW.deleted_at) || '"', 'null'),
    '}');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER customers_document BEFORE INSERT OR UPDATE ON customers
  FOR EACH ROW EXECUTE FUNCTION customers_document();
