-- revision 2
CREATE OR REPLACE FUNCTION promotions_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One expression, as for orders.
  NEW.document := concat(
    '{"id":', NEW.id,
    ',"external_id":', coalesce(to_json(NEW.external_id)::text, 'null'),
    ',"name":', to_json(NEW.name),
    ',"status":', to_json(NEW.status),
    ',"starts_at":', coalesce('"' || iso(NEW.starts_at) || '"', 'null'),
    ',"ends_at":', coalesce('"' || iso(NEW.ends_at) || '"', 'null'),
    ',"priority":', NEW.priority,
    ',"stackable":', to_json(NEW.stackable),
    ',"requires_coupon":', to_json(NEW.requires_coupon),
    ',"discount":', NEW.discount,
    ',"target":', NEW.target,
    -- Rows from before revision 2 have only the conditions that were sent.
    ',"conditions":', json_build_object('min_amount', NEW.conditions -> 'min_amount', 'min_quantity', NEW.conditions -> 'min_quantity',
      'customer_tags', coalesce(NEW.conditions -> 'customer_tags', '[]'),
      'first_order', coalesce(NEW.conditions -> 'first_order', 'false')),
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

CREATE OR REPLACE TRIGGER promotions_document BEFORE INSERT OR UPDATE ON promotions
  FOR EACH ROW EXECUTE FUNCTION promotions_document();
