CREATE OR REPLACE FUNCTION stock_movements_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.product_id, NEW.type, trim_scale(NEW.quantity) AS quantity,
      trim_scale(NEW.on_hand_after) AS on_hand_after, trim_scale(NEW.reserved_after) AS reserved_after, NEW.reason,
      NEW.reference, NEW.order_id, NEW.actor, iso(NEW.created_at) AS created_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER stock_movements_document BEFORE INSERT OR UPDATE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION stock_movements_document();
