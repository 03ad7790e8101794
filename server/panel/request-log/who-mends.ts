import type { ProblemCode } from '../../base/problems/api-problem.ts';

/** Whose turn it is after a refusal: the program's maker, the shop here in the panel, both over their data, or whoever runs Tradepost. */
export type Mender = 'system' | 'shop' | 'data' | 'operator';

const BY_CODE: Readonly<Partial<Record<ProblemCode, Mender>>> = {
  api_key_inactive: 'shop',
  api_key_expired: 'shop',
  insufficient_scope: 'shop',
  plan_feature_disabled: 'shop',
  storage_full: 'shop',
  idempotency_in_progress: 'system',
  coupon_invalid: 'data',
  coupon_exhausted: 'data',
  invalid_tax_id: 'data',
  invalid_reference: 'data',
  amount_out_of_range: 'data',
  category_cycle: 'data',
  category_too_deep: 'data',
  tenant_suspended: 'operator',
};

/** Rows that are missing or in another state are nobody's mistake. */
const BY_STATUS: Readonly<Record<number, Mender>> = { 404: 'data', 409: 'data', 412: 'system' };

export const menderOf = (code: ProblemCode, status: number): Mender =>
  BY_CODE[code] ?? BY_STATUS[status] ?? (status >= 500 ? 'operator' : 'system');
