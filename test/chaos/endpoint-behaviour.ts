import type { Chance } from './seeded-random.ts';

/** What a consumer does with a delivery that it has read. */
export type Answer = 'accepted' | 'late' | 'refused' | 'reset' | 'cut' | 'hung';

export interface Temper {
  readonly shares: Readonly<Partial<Record<Answer, number>>>;
  /** How late a late answer comes, as parts of the deadline. */
  readonly lateParts: readonly [number, number];
  /** Up and down by turns, in ms: while it is down it refuses everything. */
  readonly flaps?: { readonly upMs: number; readonly downMs: number };
}

/** Most of the deadline is left, so that no answer is late by the machine's own slowness. */
const LATE: Temper['lateParts'] = [0.02, 0.4];

export const KIND: Temper = { shares: { accepted: 1 }, lateParts: LATE };
export const STEADY: Temper = { shares: { accepted: 96, late: 2, reset: 2 }, lateParts: LATE };
/**
 * Refuses about a third of what it is sent. With a tenth that is lost by kills, one delivery in ten million or so then uses
 * up its 20 attempts; were it a half, one in some hundred thousand would, which a long run has seen.
 */
export const FLAPPING: Temper = {
  shares: { accepted: 84, refused: 6, reset: 4, cut: 2, late: 4 },
  lateParts: LATE,
  flaps: { upMs: 6_000, downMs: 2_000 },
};
export const HANGING: Temper = { shares: { accepted: 88, hung: 4, late: 8 }, lateParts: LATE };

/** What it does now. */
export function answerOf({ shares, flaps }: Temper, chance: Chance, nowMs: number): Answer {
  if (flaps !== undefined && nowMs % (flaps.upMs + flaps.downMs) >= flaps.upMs) return 'refused';
  return chance.share<Answer>(shares);
}
