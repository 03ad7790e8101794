import { pipeline } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyInstance } from 'fastify';
import { db } from './database.ts';

type Cell = string | number | boolean | Date | object | null;
type Row = Readonly<Record<string, Cell>>;

const COLUMNS = [
  ...[
    'id',
    'external_id',
    'name',
    'sku',
    'price',
    'description',
    'category_id',
    'brand',
    'status',
    'unit',
    'cost_price',
    'gtin',
    'ncm',
    'cest',
  ],
  ...['origin', 'tax_unit', 'weight_kg', 'dimensions', 'track_stock', 'allow_backorder', 'min_stock'],
  ...['image_urls', 'metadata', 'version', 'created_at', 'updated_at', 'deleted_at'],
];

const number = (value: Cell | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** The columns in their order: csv-stringify writes objects as JSON. */
function toRecord({ dimensions, on_hand, reserved, ...row }: Row) {
  const { length_cm, width_cm, height_cm } = (dimensions ?? {}) as Record<string, number>;
  return {
    ...row,
    price: number(row.price),
    cost_price: number(row.cost_price),
    weight_kg: number(row.weight_kg),
    min_stock: number(row.min_stock),
    'dimensions.length_cm': length_cm,
    'dimensions.width_cm': width_cm,
    'dimensions.height_cm': height_cm,
    'stock.on_hand': number(on_hand),
    'stock.reserved': number(reserved),
    'stock.available': Number(on_hand) - Number(reserved),
  };
}

const HEADER = COLUMNS.flatMap((column) =>
  column === 'dimensions'
    ? ['length_cm', 'width_cm', 'height_cm'].map((part) => `${column}.${part}`)
    : [column],
).concat('stock.on_hand', 'stock.reserved', 'stock.available');

export function csv(app: FastifyInstance): void {
  app.get('/api/v1/exports/products', async (request, reply) => {
    const rows = db('products as p')
      .join('stock_balances as b', { 'b.tenant_id': 'p.tenant_id', 'b.product_id': 'p.id' })
      .select(...COLUMNS.map((column) => `p.${column}`), 'b.on_hand', 'b.reserved')
      .where({ 'p.tenant_id': request.tenant.id })
      .whereNull('p.deleted_at')
      .orderBy('p.id')
      .stream();
    const text = stringify({
      header: true,
      columns: HEADER.map((key) => ({ key, header: key })),
      cast: { boolean: String, date: (date) => date.toISOString() },
      record_delimiter: 'windows',
    });
    const records = rows.map(toRecord);
    pipeline(records, text, () => {});
    return reply.type('text/csv; charset=utf-8').send(text);
  });
}
