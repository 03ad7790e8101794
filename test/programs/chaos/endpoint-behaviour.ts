import type { SeededRandom } from './seeded-random.ts';

/** How an endpoint responds to a delivery that it has read. */
export type ResponseKind = 'accepted' | 'late' | 'refused' | 'reset' | 'cut' | 'hung';

export interface EndpointBehaviour {
  readonly weights: Readonly<Partial<Record<ResponseKind, number>>>;
  /** The delay of a late response, as a fraction of the deadline. */
  readonly lateFractions: readonly [number, number];
  /** Alternates between up and down; while down it refuses everything. */
  readonly flaps?: { readonly upMs: number; readonly downMs: number };
}

/** Well below the deadline, so that a slow machine doesn't push a late response past it. */
const LATE_FRACTIONS: EndpointBehaviour['lateFractions'] = [0.02, 0.4];

export const ALWAYS_ACCEPT: EndpointBehaviour = { weights: { accepted: 1 }, lateFractions: LATE_FRACTIONS };
export const STEADY: EndpointBehaviour = {
  weights: { accepted: 96, late: 2, reset: 2 },
  lateFractions: LATE_FRACTIONS,
};
/**
 * Refuses about a third of its deliveries. Kills lose another tenth, so about one delivery in ten million uses up its
 * 20 attempts. If it refused half, that would be one in some hundred thousand, which has happened in a long run.
 */
export const FLAPPING: EndpointBehaviour = {
  weights: { accepted: 84, refused: 6, reset: 4, cut: 2, late: 4 },
  lateFractions: LATE_FRACTIONS,
  flaps: { upMs: 6_000, downMs: 2_000 },
};
export const HANGING: EndpointBehaviour = {
  weights: { accepted: 88, hung: 4, late: 8 },
  lateFractions: LATE_FRACTIONS,
};

export function chooseResponse(
  { weights, flaps }: EndpointBehaviour,
  random: SeededRandom,
  nowMs: number,
): ResponseKind {
  if (flaps !== undefined && nowMs % (flaps.upMs + flaps.downMs) >= flaps.upMs) return 'refused';
  return random.weighted<ResponseKind>(weights);
}
