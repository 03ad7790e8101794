import { type Schemas, writableFields } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { byText, byTime, equals, since } from '../../../db/sql/list-spec.ts';
import { resourceTable, type StoredRow } from '../../../db/sql/resource-table.ts';
import { rowStore } from '../../../db/sql/row-store.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { ListOf } from '../../resources/list-handler.ts';

export type StoredPromotion = StoredRow<Schemas['Promotion']>;

export const promotions = resourceTable('promotions', writableFields('Promotion'));

export const promotionList: ListOf<'listPromotions'> = {
  operation: 'listPromotions',
  name: 'promotions',
  from: 'promotions p',
  tenant: 'p.tenant_id',
  id: 'p.id',
  document: 'p.document',
  large: 'p.document',
  updated: 'p.updated_at',
  sorts: { id: 'id', updated_at: byTime('p.updated_at'), name: byText('p.name') },
  filters: {
    updated_since: since('p.updated_at', ['updated_at']),
    external_id: equals('p.external_id'),
    status: equals('p.status', []),
  },
  notDeleted: 'p.deleted_at IS NULL',
};

export const {
  find: findPromotion,
  remove: removePromotion,
  ...promotionRows
} = rowStore<Schemas['Promotion']>(promotions);

const findCoupon = statement(
  'find coupon of a promotion',
  `SELECT 1 FROM coupons
   WHERE tenant_id = :tenant_id AND promotion_id = :promotion_id AND deleted_at IS NULL LIMIT 1`,
);

export async function isNamedByCoupon(tx: Transaction, tenantId: number, id: number): Promise<boolean> {
  return (await findCoupon(tx, { tenant_id: tenantId, promotion_id: id })).length > 0;
}

const missingCategories = statement(
  'find missing categories of a target',
  `SELECT u.id FROM unnest(:ids::int[]) AS u(id) WHERE NOT EXISTS (
     SELECT 1 FROM categories c WHERE c.tenant_id = :tenant_id AND c.id = u.id AND c.deleted_at IS NULL)`,
);

/** Which of the categories don't exist. */
export async function findMissingCategories(
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await missingCategories<{ id: number }>(tx, { tenant_id: tenantId, ids });
  return new Set(rows.map(({ id }) => id));
}
