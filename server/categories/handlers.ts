import type { Context } from '../context.ts';
import { listPage } from '../db/listing.ts';
import type { Handler } from '../handler.ts';
import { createHandler, deleteHandler, getHandler, updateHandler } from '../resources/handler-factories.ts';
import { categoryResource } from './resource.ts';
import { categoryList } from './store.ts';

export const listCategories =
  ({ cursors }: Context): Handler<'listCategories'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: categoryList, cursors, tenantId: caller.tenantId, query }));

export const getCategory: Handler<'getCategory'> = getHandler(categoryResource);
export const createCategory: Handler<'createCategory'> = createHandler(categoryResource);
export const updateCategory: Handler<'updateCategory'> = updateHandler(categoryResource);
export const deleteCategory: Handler<'deleteCategory'> = deleteHandler(categoryResource);
