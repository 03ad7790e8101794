-- revision 1
CREATE OR REPLACE FUNCTION stock_movements_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One expression, as for orders.
  NEW.document := concat(
    '{"id":', NEW.id,
    ',"product_id":', NEW.product_id,
    ',"type":', to_json(NEW.type),
    ',"quantity":', trim_scale(NEW.quantity),
    ',"on_hand_after":', trim_scale(NEW.on_hand_after),
    ',"reserved_after":', trim_scale(NEW.reserved_after),
    ',"reason":', coalesce(to_json(NEW.reason)::text, 'null'),
    ',"reference":', coalesce(to_json(NEW.reference)::text, 'null'),
    ',"order_id":', coalesce(NEW.order_id::text, 'null'),
    ',"actor":', to_json(NEW.actor),
    ',"created_at":', to_json(iso(NEW.created_at)),
    '}');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER stock_movements_document BEFORE INSERT OR UPDATE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION stock_movements_document();
