import type { Context } from '../context.ts';
import { listPage } from '../db/listing.ts';
import type { Handler } from '../handler.ts';
import { creating, deleting, getting, updating } from '../resources/handling.ts';
import { promotionResource } from './resource.ts';
import { promotionList } from './store.ts';

export const listPromotions =
  ({ cursors }: Context): Handler<'listPromotions'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: promotionList, cursors, tenantId: caller.tenantId, query }));

export const getPromotion: Handler<'getPromotion'> = getting(promotionResource);
export const createPromotion: Handler<'createPromotion'> = creating(promotionResource);
export const updatePromotion: Handler<'updatePromotion'> = updating(promotionResource);
export const deletePromotion: Handler<'deletePromotion'> = deleting(promotionResource);
