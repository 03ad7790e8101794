import { requireCategory } from '../categories/store.ts';
import type { Context } from '../context.ts';
import { basePath } from '../contract.ts';
import { listPage } from '../db/listing.ts';
import { changesTo, lockRow } from '../db/resource-table.ts';
import { notFound } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { etagOf, requireVersion } from '../versions.ts';
import {
  findProduct,
  insertProduct,
  productList,
  products,
  removeProduct,
  type StoredProduct,
  updateProduct as update,
} from './store.ts';

const headers = ({ version }: StoredProduct): Record<string, string> => ({ ETag: etagOf(version) });
const missing = () => notFound('product', 'product_id');

export const listProducts =
  ({ cursors }: Context): Handler<'listProducts'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: productList, cursors, tenantId: caller.tenantId, query }));

export const getProduct: Handler<'getProduct'> = async ({ caller, path }, reply, db) => {
  const product = await findProduct(db, caller.tenantId, path.product_id);
  if (!product) throw missing();
  return reply(200, product.document, headers(product));
};

export const createProduct: Handler<'createProduct'> = async ({ caller, body }, reply, tx) => {
  await requireCategory(tx, caller.tenantId, body.category_id, '/category_id');
  const product = await insertProduct(tx, caller.tenantId, body);
  return reply(201, product.document, {
    ...headers(product),
    Location: `${basePath}/products/${product.id}`,
  });
};

export const updateProduct: Handler<'updateProduct'> = async ({ caller, path, body, ifMatch }, reply, tx) => {
  const { tenantId } = caller;
  const row = await lockRow<never>(tx, products, tenantId, path.product_id);
  if (!row) throw missing();
  requireVersion(ifMatch, row.version);
  const changes = changesTo(row.document, body);
  await requireCategory(tx, tenantId, changes.category_id, '/category_id');
  const changed = Object.keys(changes).length > 0;
  const product = changed
    ? await update(tx, tenantId, row.id, changes)
    : (await findProduct(tx, tenantId, row.id))!;
  return reply(200, product.document, headers(product));
};

export const deleteProduct: Handler<'deleteProduct'> = async ({ caller, path, ifMatch }, reply, tx) => {
  const row = await lockRow(tx, products, caller.tenantId, path.product_id);
  if (!row) throw missing();
  requireVersion(ifMatch, row.version);
  await removeProduct(tx, caller.tenantId, row.id);
  return reply(204, undefined);
};
