import { type ApiProblem, type ProblemBody, problemAt } from '../errors.ts';
import {
  type Applied,
  applyPromotions,
  type Buyer,
  type CartLine,
  misfit,
  type Offer,
  type PromotionOffer,
  restAfter,
  take,
} from '../promotions/apply.ts';
import type { CouponTerms, PromotionTerms, Terms, Usage } from './terms.ts';

/** What a promotion or a coupon takes off, in cents, in all and by line. Only a coupon's can be 0. */
export interface OrderDiscount {
  readonly type: 'promotion' | 'coupon';
  readonly promotionId: number | null;
  readonly couponId: number | null;
  readonly name: string;
  readonly cents: bigint;
  readonly byLine: readonly bigint[];
}

type ReachedLimit = Required<Pick<ProblemBody, 'limited_by' | 'limit' | 'used'>>;

/** Which limit allows no further use, or undefined. */
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

const toOffer = (promotion: PromotionTerms): PromotionOffer => ({
  ...promotion,
  exhausted: reachedLimit(promotion) !== undefined,
});

/** The promotions that apply by themselves, then the coupon on what they have left. */
export function* discountsOf(
  terms: Terms,
  lines: readonly CartLine[],
  buyer: Buyer,
  couponCode: string | null,
): Generator<void, OrderDiscount[]> {
  const offers = terms.promotions.filter(({ requires_coupon }) => !requires_coupon).map(toOffer);
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
  const rests = applied.reduce<readonly bigint[]>(
    restAfter,
    lines.map(({ subtotalCents }) => subtotalCents),
  );
  return [...promotions, couponDiscount(terms, lines, buyer, rests)];
}

function couponDiscount(
  terms: Terms,
  lines: readonly CartLine[],
  buyer: Buyer,
  rests: readonly bigint[],
): OrderDiscount {
  const coupon = usableCoupon(terms.coupon);
  const offer = offerOf(coupon, terms.promotions);
  const why = misfit(offer, lines, buyer);
  if (why) throw invalid(why);
  const { cents, byLine }: Applied<Offer> = take(offer, lines, rests);
  return {
    type: 'coupon',
    promotionId: coupon.promotion_id,
    couponId: coupon.id,
    name: coupon.code,
    cents,
    byLine,
  };
}

function usableCoupon(coupon: CouponTerms | null): CouponTerms {
  if (!coupon) throw invalid('There is no coupon with this code.');
  if (coupon.status !== 'active') throw invalid('It is not active.');
  if (!coupon.holds) throw invalid('It does not hold at the moment.');
  refuseExhausted(coupon);
  return coupon;
}

/** A coupon's own discount is on the whole order; else it opens a promotion, which has to hold as well. */
function offerOf(coupon: CouponTerms, promotions: readonly PromotionTerms[]): Offer {
  if (coupon.discount) return { discount: coupon.discount, target: { type: 'order' }, conditions: {} };
  const promotion = promotions.find(({ id }) => id === coupon.promotion_id);
  if (!promotion) throw invalid('Its promotion does not hold at the moment.');
  refuseExhausted(promotion);
  return promotion;
}

const invalid = (why: string): ApiProblem => problemAt('coupon_invalid', '/coupon_code', why, why);

function refuseExhausted(usage: Usage): void {
  const reached = reachedLimit(usage);
  const detail = 'The coupon was used as often as it may be.';
  if (reached) throw problemAt('coupon_exhausted', '/coupon_code', 'is used up', detail, reached);
}
