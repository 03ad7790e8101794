import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { ApiProblem, type ValidationIssue } from '../errors.ts';
import { requireValidPeriod } from '../validity.ts';
import { findMissingTargets } from './store.ts';

type Target = Schemas['PromotionTargetInput'];

const LISTS = { products: 'product_ids', categories: 'category_ids' } as const;

async function requireTargetsExist(tx: Transaction, tenantId: number, target: Target): Promise<void> {
  if (target.type === 'order') return;
  const name = LISTS[target.type];
  const ids = target.type === 'products' ? target.product_ids : target.category_ids;
  const missing = await findMissingTargets(tx, tenantId, target.type, ids);
  if (missing.size === 0) return;
  const errors = ids.flatMap((id, index): ValidationIssue[] =>
    missing.has(id)
      ? [{ pointer: `#/target/${name}/${index}`, code: 'invalid_reference', detail: 'does not exist' }]
      : [],
  );
  throw new ApiProblem(
    'invalid_reference',
    `${missing.size} of the ${target.type} do not exist; see errors.`,
    { errors },
  );
}

type ValidatedFields = Pick<Schemas['PromotionUpdate'], 'target' | 'starts_at' | 'ends_at'>;

/** Rules over several members of a promotion. */
export async function validatePromotion(
  tx: Transaction,
  tenantId: number,
  promotion: ValidatedFields,
): Promise<void> {
  requireValidPeriod(promotion);
  if (promotion.target) await requireTargetsExist(tx, tenantId, promotion.target);
}
