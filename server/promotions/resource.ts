import type { Schemas } from '../contract.ts';
import { changesTo } from '../db/resource-table.ts';
import { ApiProblem } from '../errors.ts';
import type { Resource } from '../resources/resource.ts';
import { requireSound } from './soundness.ts';
import {
  findPromotion,
  insertPromotion,
  isNamedByCoupon,
  promotions,
  removePromotion,
  updatePromotion,
} from './store.ts';

type Promotion = Schemas['Promotion'];

export const promotionResource: Resource<Promotion> = {
  noun: 'promotion',
  path: 'promotions',
  parameter: 'promotion_id',
  table: promotions,
  createOperation: 'createPromotion',
  upsertOperation: 'upsertPromotion',
  find: findPromotion,
  create: async (tx, { tenantId }, body) => {
    await requireSound(tx, tenantId, body);
    return insertPromotion(tx, tenantId, body);
  },
  change: async (tx, { tenantId }, row, body) => {
    const { starts_at, ends_at } = JSON.parse(row.document) as Promotion;
    await requireSound(tx, tenantId, { starts_at, ends_at, ...body });
    const changes = changesTo(row.document, body);
    return Object.keys(changes).length > 0 ? updatePromotion(tx, tenantId, row.id, changes) : row;
  },
  remove: async (tx, { tenantId }, { id }) => {
    if (await isNamedByCoupon(tx, tenantId, id))
      throw new ApiProblem('in_use', 'There are coupons that name this promotion. Delete them first.');
    await removePromotion(tx, tenantId, id);
  },
};
