import type { Context } from '../context.ts';
import { listPage } from '../db/listing.ts';
import type { Handler } from '../handler.ts';
import { createHandler, deleteHandler, getHandler, updateHandler } from '../resources/handler-factories.ts';
import { promotionResource } from './resource.ts';
import { promotionList } from './store.ts';

export const listPromotions =
  ({ cursors }: Context): Handler<'listPromotions'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: promotionList, cursors, tenantId: caller.tenantId, query }));

export const getPromotion: Handler<'getPromotion'> = getHandler(promotionResource);
export const createPromotion: Handler<'createPromotion'> = createHandler(promotionResource);
export const updatePromotion: Handler<'updatePromotion'> = updateHandler(promotionResource);
export const deletePromotion: Handler<'deletePromotion'> = deleteHandler(promotionResource);
