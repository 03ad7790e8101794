import { type ApiProblem, type ProblemBody, problemAt } from '../../../base/problems/api-problem.ts';
import {
  type AppliedOffer,
  applyOffer,
  applyPromotions,
  type Buyer,
  type CartLine,
  ineligibilityReason,
  type Offer,
  type PromotionOffer,
  remainingAfter,
} from '../../pricing/rules/apply.ts';
import type { PricingContext, PricingCoupon, PricingPromotion, Usage } from '../place/pricing-context.ts';

/** What a promotion or a coupon takes off, in cents: the sum, and by line. Only a coupon can take off 0. */
export interface OrderDiscount {
  readonly type: 'promotion' | 'coupon';
  readonly promotionId: number | null;
  readonly couponId: number | null;
  readonly name: string;
  readonly cents: bigint;
  readonly byLine: readonly bigint[];
}

type ReachedLimit = Required<Pick<ProblemBody, 'limited_by' | 'limit' | 'used'>>;

/** The limit that allows no further use, or undefined. */
function reachedLimit(usage: Usage): ReachedLimit | undefined {
  const { usage_limit, usage_limit_per_customer } = usage;
  if (usage_limit !== null && usage.times_used >= usage_limit)
    return { limited_by: 'usage_limit', limit: usage_limit, used: usage.times_used };
  if (usage_limit_per_customer !== null && usage.used_by_customer >= usage_limit_per_customer)
    return {
      limited_by: 'usage_limit_per_customer',
      limit: usage_limit_per_customer,
      used: usage.used_by_customer,
    };
  return undefined;
}

const promotionOffer = (promotion: PricingPromotion): PromotionOffer => ({
  exhausted: reachedLimit(promotion) !== undefined,
  ...promotion,
});

/** The promotions that apply without a coupon, then the coupon on what they left. */
export function* discountsOf(
  pricing: PricingContext,
  lines: readonly CartLine[],
  buyer: Buyer,
  couponCode: string | null,
): Generator<void, OrderDiscount[]> {
  const offers = pricing.promotions.filter(({ requires_coupon }) => !requires_coupon).map(promotionOffer);
  const applied = yield* applyPromotions(offers, lines, buyer);
  const promotions = applied.map(
    ({ offer, cents, byLine }): OrderDiscount => ({
      type: 'promotion',
      promotionId: offer.id,
      couponId: null,
      name: offer.name,
      cents,
      byLine,
    }),
  );
  if (couponCode === null) return promotions;
  const remaining = applied.reduce<readonly bigint[]>(
    remainingAfter,
    lines.map(({ subtotalCents }) => subtotalCents),
  );
  return [...promotions, couponDiscount(pricing, lines, buyer, remaining)];
}

function couponDiscount(
  pricing: PricingContext,
  lines: readonly CartLine[],
  buyer: Buyer,
  remaining: readonly bigint[],
): OrderDiscount {
  const coupon = usableCoupon(pricing.coupon);
  const offer = couponOffer(coupon, pricing.promotions);
  // A coupon's own discount has no conditions: with agreed prices only, it takes 0 off.
  const reason = coupon.discount ? undefined : ineligibilityReason(offer, lines, buyer);
  if (reason) throw invalidCoupon(reason);
  const { cents, byLine }: AppliedOffer<Offer> = applyOffer(offer, lines, remaining);
  return {
    type: 'coupon',
    promotionId: coupon.promotion_id,
    couponId: coupon.id,
    name: coupon.code,
    cents,
    byLine,
  };
}

function usableCoupon(coupon: PricingCoupon | null): PricingCoupon {
  if (!coupon) throw invalidCoupon('There is no coupon with this code.');
  if (coupon.status !== 'active') throw invalidCoupon('The coupon is not active.');
  if (!coupon.in_effect) throw invalidCoupon('The coupon is not in effect: see its starts_at and ends_at.');
  refuseExhausted(coupon);
  return coupon;
}

/** A coupon's own discount is on the whole order. Otherwise it opens a promotion, which has to be in effect too. */
function couponOffer(coupon: PricingCoupon, promotions: readonly PricingPromotion[]): Offer {
  if (coupon.discount) return { discount: coupon.discount, target: { type: 'order' }, conditions: {} };
  const promotion = promotions.find(({ id }) => id === coupon.promotion_id);
  if (!promotion) throw invalidCoupon("The coupon's promotion is not active, or not in effect.");
  refuseExhausted(promotion);
  return promotion;
}

const invalidCoupon = (reason: string): ApiProblem =>
  problemAt('coupon_invalid', '/coupon_code', reason, reason);

function refuseExhausted(usage: Usage): void {
  const reached = reachedLimit(usage);
  const detail = 'The coupon has reached its usage limit.';
  if (reached)
    throw problemAt('coupon_exhausted', '/coupon_code', 'has reached its usage limit', detail, reached);
}
