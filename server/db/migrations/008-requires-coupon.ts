export const name = '008-requires-coupon';

export const sql = `
ALTER TABLE promotions ADD requires_coupon boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION promotions_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.name, NEW.status, iso(NEW.starts_at) AS starts_at, iso(NEW.ends_at) AS ends_at,
      NEW.priority, NEW.stackable, NEW.requires_coupon, NEW.discount, NEW.target, NEW.conditions, NEW.usage_limit,
      NEW.usage_limit_per_customer, NEW.times_used, NEW.metadata, NEW.version, iso(NEW.created_at) AS created_at,
      iso(NEW.updated_at) AS updated_at, iso(NEW.deleted_at) AS deleted_at
  ) d;
  RETURN NEW;
END $$;

-- A promotion that a coupon has ever named was meant for those who have the coupon. Every row gets a new version: its
-- document has a field more, which clients that compare ETags or follow updated_since must see.
UPDATE promotions p SET
  requires_coupon = EXISTS (SELECT 1 FROM coupons k WHERE k.tenant_id = p.tenant_id AND k.promotion_id = p.id),
  version = version + 1,
  updated_at = statement_timestamp();
`;
