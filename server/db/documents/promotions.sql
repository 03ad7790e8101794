CREATE OR REPLACE FUNCTION promotions_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.name, NEW.status, iso(NEW.starts_at) AS starts_at, iso(NEW.ends_at) AS ends_at,
      NEW.priority, NEW.stackable, NEW.requires_coupon, NEW.discount, NEW.target,
      -- Rows from before revision 2 have only the conditions that were sent.
      json_build_object('min_amount', NEW.conditions -> 'min_amount', 'min_quantity', NEW.conditions -> 'min_quantity',
        'customer_tags', coalesce(NEW.conditions -> 'customer_tags', '[]'),
        'first_order', coalesce(NEW.conditions -> 'first_order', 'false')) AS conditions,
      NEW.usage_limit, NEW.usage_limit_per_customer, NEW.times_used, NEW.metadata, NEW.version, iso(NEW.created_at) AS created_at,
      iso(NEW.updated_at) AS updated_at, iso(NEW.deleted_at) AS deleted_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER promotions_document BEFORE INSERT OR UPDATE ON promotions
  FOR EACH ROW EXECUTE FUNCTION promotions_document();
