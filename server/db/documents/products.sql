CREATE OR REPLACE FUNCTION products_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.name, NEW.sku, NEW.price, NEW.description, NEW.category_id, NEW.brand,
      NEW.status, NEW.unit, NEW.cost_price, NEW.gtin, NEW.ncm, NEW.cest, NEW.origin, NEW.tax_unit,
      trim_scale(NEW.weight_kg) AS weight_kg, NEW.dimensions,
      NEW.track_stock, NEW.allow_backorder, trim_scale(NEW.min_stock) AS min_stock, NEW.image_urls, NEW.metadata,
      NEW.version, iso(NEW.created_at) AS created_at, iso(NEW.updated_at) AS updated_at,
      iso(NEW.deleted_at) AS deleted_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER products_document BEFORE INSERT OR UPDATE ON products
  FOR EACH ROW EXECUTE FUNCTION products_document();
