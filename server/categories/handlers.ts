import type { Context } from '../context.ts';
import { basePath, type Schemas } from '../contract.ts';
import { listPage } from '../db/listing.ts';
import { changesTo, lockRow } from '../db/resource-table.ts';
import { ApiProblem, notFound } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { etagOf, requireVersion } from '../versions.ts';
import { freeSlug } from './slug.ts';
import {
  categories,
  categoryList,
  findCategory,
  insertCategory,
  removeCategory,
  requireCategory,
  type StoredCategory,
  updateCategory as update,
} from './store.ts';
import { lockTree, requirePlace, usersOf } from './tree.ts';

const headers = ({ version }: StoredCategory): Record<string, string> => ({ ETag: etagOf(version) });
const missing = () => notFound('category', 'category_id');

export const listCategories =
  ({ cursors }: Context): Handler<'listCategories'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: categoryList, cursors, tenantId: caller.tenantId, query }));

export const getCategory: Handler<'getCategory'> = async ({ caller, path }, reply, db) => {
  const category = await findCategory(db, caller.tenantId, path.category_id);
  if (!category) throw missing();
  return reply(200, category.document, headers(category));
};

export const createCategory: Handler<'createCategory'> = async ({ caller, body }, reply, tx) => {
  const { tenantId } = caller;
  await lockTree(tx, tenantId);
  await requireCategory(tx, tenantId, body.parent_id, '/parent_id');
  await requirePlace(tx, tenantId, body.parent_id, null);
  const slug = body.slug ?? (await freeSlug(tx, tenantId, body.name));
  const category = await insertCategory(tx, tenantId, { ...body, slug });
  return reply(201, category.document, {
    ...headers(category),
    Location: `${basePath}/categories/${category.id}`,
  });
};

export const updateCategory: Handler<'updateCategory'> = async (
  { caller, path, body, ifMatch },
  reply,
  tx,
) => {
  const { tenantId } = caller;
  await lockTree(tx, tenantId);
  const row = await lockRow<Schemas['Category']>(tx, categories, tenantId, path.category_id);
  if (!row) throw missing();
  requireVersion(ifMatch, row.version);
  const changes = changesTo(row.document, body);
  await requireCategory(tx, tenantId, changes.parent_id, '/parent_id');
  await requirePlace(tx, tenantId, changes.parent_id, row.id);
  const changed = Object.keys(changes).length > 0;
  const category = changed ? await update(tx, tenantId, row.id, changes) : row;
  return reply(200, category.document, headers(category));
};

export const deleteCategory: Handler<'deleteCategory'> = async ({ caller, path, ifMatch }, reply, tx) => {
  const row = await lockRow(tx, categories, caller.tenantId, path.category_id);
  if (!row) throw missing();
  requireVersion(ifMatch, row.version);
  const users = await usersOf(tx, caller.tenantId, row.id);
  if (users.length > 0)
    throw new ApiProblem('in_use', `There are ${users.join(' and ')} in this category. Move them first.`);
  await removeCategory(tx, caller.tenantId, row.id);
  return reply(204, undefined);
};
