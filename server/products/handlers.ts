import type { Context } from '../context.ts';
import { listPage } from '../db/listing.ts';
import type { Handler } from '../handler.ts';
import { createHandler, deleteHandler, getHandler, updateHandler } from '../resources/handler-factories.ts';
import { productResource } from './resource.ts';
import { productList } from './store.ts';

export const listProducts =
  ({ cursors }: Context): Handler<'listProducts'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: productList, cursors, tenantId: caller.tenantId, query }));

export const getProduct: Handler<'getProduct'> = getHandler(productResource);
export const createProduct: Handler<'createProduct'> = createHandler(productResource);
export const updateProduct: Handler<'updateProduct'> = updateHandler(productResource);
export const deleteProduct: Handler<'deleteProduct'> = deleteHandler(productResource);
