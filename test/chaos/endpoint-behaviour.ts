import type { SeededRandom } from './seeded-random.ts';

/** What an endpoint does with a delivery that it has read. */
export type ResponseKind = 'accepted' | 'late' | 'refused' | 'reset' | 'cut' | 'hung';

export interface EndpointBehaviour {
  readonly weights: Readonly<Partial<Record<ResponseKind, number>>>;
  /** How late a late answer comes, as parts of the deadline. */
  readonly lateFractions: readonly [number, number];
  /** Up and down by turns, in ms: while it is down it refuses everything. */
  readonly flaps?: { readonly upMs: number; readonly downMs: number };
}

/** Most of the deadline is left, so that no answer is late by the machine's own slowness. */
const LATE_FRACTIONS: EndpointBehaviour['lateFractions'] = [0.02, 0.4];

export const ALWAYS_ACCEPT: EndpointBehaviour = { weights: { accepted: 1 }, lateFractions: LATE_FRACTIONS };
export const STEADY: EndpointBehaviour = {
  weights: { accepted: 96, late: 2, reset: 2 },
  lateFractions: LATE_FRACTIONS,
};
/**
 * Refuses about a third of what it is sent. With a tenth that is lost by kills, one delivery in ten million or so then uses
 * up its 20 attempts; were it a half, one in some hundred thousand would, which a long run has seen.
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

/** What it does now. */
export function chooseResponse(
  { weights, flaps }: EndpointBehaviour,
  random: SeededRandom,
  nowMs: number,
): ResponseKind {
  if (flaps !== undefined && nowMs % (flaps.upMs + flaps.downMs) >= flaps.upMs) return 'refused';
  return random.weighted<ResponseKind>(weights);
}
