import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { ApiProblem, invalidRequest, type ValidationIssue } from '../errors.ts';
import { requireValidPeriod } from '../validity.ts';
import { type Discount, discountIssues } from './discount.ts';
import { findMissingTargets } from './store.ts';

type Target = Schemas['PromotionTarget'];

/** Refuses a discount whose members don't fit its type. */
export function validateDiscount(discount: Discount | null | undefined): void {
  if (!discount) return;
  const faults = discountIssues(discount).map(
    ([name, detail]): ValidationIssue => ({ pointer: `#/discount/${name}`, code: 'discount', detail }),
  );
  if (faults.length > 0) throw invalidRequest(faults);
}

const LISTS = { products: 'product_ids', categories: 'category_ids' } as const;

/** A target must have the ids of its type, and no others. */
function targetIssues(target: Target): ValidationIssue[] {
  const wanted = target.type === 'order' ? undefined : LISTS[target.type];
  const missing = wanted !== undefined && target[wanted] === undefined;
  const surplus = Object.values(LISTS).filter((name) => name !== wanted && target[name] !== undefined);
  return [
    ...(missing
      ? [{ pointer: `#/target/${wanted}`, code: 'required', detail: `is required with ${target.type}` }]
      : []),
    ...surplus.map((name) => ({
      pointer: `#/target/${name}`,
      code: 'target',
      detail: `is not allowed with ${target.type}`,
    })),
  ];
}

async function requireTargetsExist(tx: Transaction, tenantId: number, target: Target): Promise<void> {
  if (target.type === 'order') return;
  const name = LISTS[target.type];
  const ids = target[name]!;
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

type ValidatedFields = Partial<
  Pick<Schemas['PromotionFields'], 'discount' | 'target' | 'starts_at' | 'ends_at'>
>;

/** Rules over several members of a promotion. */
export async function validatePromotion(
  tx: Transaction,
  tenantId: number,
  promotion: ValidatedFields,
): Promise<void> {
  requireValidPeriod(promotion);
  validateDiscount(promotion.discount);
  if (!promotion.target) return;
  const faults = targetIssues(promotion.target);
  if (faults.length > 0) throw invalidRequest(faults);
  await requireTargetsExist(tx, tenantId, promotion.target);
}
