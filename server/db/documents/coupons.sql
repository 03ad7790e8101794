-- revision 1
CREATE OR REPLACE FUNCTION coupons_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One expression, as for orders.
  NEW.document := concat(
    '{"id":', NEW.id,
    ',"external_id":', coalesce(to_json(NEW.external_id)::text, 'null'),
    ',"code":', to_json(NEW.code),
    ',"status":', to_json(NEW.status),
    ',"discount":', coalesce(NEW.discount::text, 'null'),
    ',"promotion_id":', coalesce(NEW.promotion_id::text, 'null'),
    ',"starts_at":', coalesce('"' || iso(NEW.starts_at) || '"', 'null'),
    ',"ends_at":', coalesce('"' || iso(NEW.ends_at) || '"', 'null'),
    ',"usage_limit":', coalesce(NEW.usage_limit::text, 'null'),
    ',"usage_limit_per_customer":', coalesce(NEW.usage_limit_per_customer::text, 'null'),
    ',"times_used":', NEW.times_used,
    ',"metadata":', NEW.metadata,
    ',"version":', NEW.version,
    ',"created_at":', to_json(iso(NEW.created_at)),
    ',"updated_at":', to_json(iso(NEW.updated_at)),
    ',"deleted_at":', coalesce('"' || iso(NEW.deleted_at) || '"', 'null'),
    '}');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER coupons_document BEFORE INSERT OR UPDATE ON coupons
  FOR EACH ROW EXECUTE FUNCTION coupons_document();
