import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { ApiProblem, invalidRequest, type ValidationIssue } from '../errors.ts';
import { requireValidPeriod } from '../validity.ts';
import { type Discount, faultsOfDiscount } from './discount.ts';
import { findMissingTargets } from './store.ts';

type Target = Schemas['PromotionTarget'];

/** Refuses a discount whose members do not go with its type. */
export function requireDiscount(discount: Discount | null | undefined): void {
  if (!discount) return;
  const faults = faultsOfDiscount(discount).map(
    ([name, detail]): ValidationIssue => ({ pointer: `#/discount/${name}`, code: 'discount', detail }),
  );
  if (faults.length > 0) throw invalidRequest(faults);
}

const LISTS = { products: 'product_ids', categories: 'category_ids' } as const;

/** Refuses a target that names what it does not aim at, or nothing. */
function faultsOfTarget(target: Target): ValidationIssue[] {
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
      detail: `does not go with ${target.type}`,
    })),
  ];
}

async function requireTargets(tx: Transaction, tenantId: number, target: Target): Promise<void> {
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

type Sound = Partial<Pick<Schemas['PromotionFields'], 'discount' | 'target' | 'starts_at' | 'ends_at'>>;

/** What a promotion's members must be together. */
export async function requireSound(tx: Transaction, tenantId: number, promotion: Sound): Promise<void> {
  requireValidPeriod(promotion);
  requireDiscount(promotion.discount);
  if (!promotion.target) return;
  const faults = faultsOfTarget(promotion.target);
  if (faults.length > 0) throw invalidRequest(faults);
  await requireTargets(tx, tenantId, promotion.target);
}
