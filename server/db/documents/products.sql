-- revision 2
CREATE OR REPLACE FUNCTION products_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One expression, as for orders.
  NEW.document := concat(
    '{"id":', NEW.id,
    ',"external_id":', coalesce(to_json(NEW.external_id)::text, 'null'),
    ',"name":', to_json(NEW.name),
    ',"sku":', to_json(NEW.sku),
    ',"price":', NEW.price,
    ',"description":', coalesce(to_json(NEW.description)::text, 'null'),
    ',"category_id":', coalesce(NEW.category_id::text, 'null'),
    ',"brand":', coalesce(to_json(NEW.brand)::text, 'null'),
    ',"status":', to_json(NEW.status),
    ',"unit":', to_json(NEW.unit),
    ',"cost_price":', coalesce(NEW.cost_price::text, 'null'),
    ',"gtin":', coalesce(to_json(NEW.gtin)::text, 'null'),
    ',"ncm":', coalesce(to_json(NEW.ncm)::text, 'null'),
    ',"cest":', coalesce(to_json(NEW.cest)::text, 'null'),
    ',"origin":', coalesce(NEW.origin::text, 'null'),
    ',"tax_unit":', coalesce(to_json(NEW.tax_unit)::text, 'null'),
    ',"weight_kg":', coalesce(trim_scale(NEW.weight_kg)::text, 'null'),
    ',"dimensions":', coalesce(NEW.dimensions::text, 'null'),
    ',"track_stock":', to_json(NEW.track_stock),
    ',"allow_backorder":', to_json(NEW.allow_backorder),
    ',"min_stock":', trim_scale(NEW.min_stock),
    ',"image_urls":', NEW.image_urls,
    ',"metadata":', NEW.metadata,
    ',"version":', NEW.version,
    ',"created_at":', to_json(iso(NEW.created_at)),
    ',"updated_at":', to_json(iso(NEW.updated_at)),
    ',"deleted_at":', coalesce('"' || iso(NEW.deleted_at) || '"', 'null'),
    '}');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER products_document BEFORE INSERT OR UPDATE ON products
  FOR EACH ROW EXECUTE FUNCTION products_document();
