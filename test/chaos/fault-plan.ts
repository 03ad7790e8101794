import type { DeliveryStep } from '../../server/webhooks/send/delivery-dispatcher.ts';
import type { Chance } from './seeded-random.ts';

export const STEPS = [
  'claimed',
  'sending',
  'sent',
  'recorded',
  'releasing',
  'released',
  'swept',
] as const satisfies readonly DeliveryStep[];

export type Moment = {
  /** How long whom it is about has been at work, in ms. */
  readonly gapMs: number;
  /** Which of the workers, where it is one. */
  readonly worker: number;
} & (
  | {
      readonly kind:
        | 'kill worker'
        | 'kill api'
        | 'kill database'
        | 'kill backend'
        | 'freeze worker'
        | 'hold worker'
        | 'strand worker'
        | 'hold all';
    }
  | { readonly kind: 'kill at step'; readonly step: DeliveryStep; readonly times: number }
);
export type MomentKind = Moment['kind'];

/** Of 50 moments, how many are of each kind. */
const MIX: Readonly<Record<MomentKind, number>> = {
  'kill worker': 11,
  'kill at step': 14,
  'kill api': 9,
  'kill backend': 7,
  'kill database': 4,
  'freeze worker': 2,
  'hold worker': 1,
  'strand worker': 1,
  'hold all': 1,
};
const MOMENTS_OF_MIX = Object.values(MIX).reduce((sum, count) => sum + count, 0);
/** At the first of them, or some way into a batch. What is given back is so once for many. */
const MOST_TIMES: Readonly<Record<DeliveryStep, number>> = {
  claimed: 4,
  sending: 8,
  sent: 8,
  recorded: 8,
  releasing: 2,
  released: 2,
  swept: 2,
};

/** So many moments in an order and with times that come from the seed alone. */
export function planOf(chance: Chance, count: number, gapsMs: readonly [number, number]): Moment[] {
  const decks = Array.from({ length: Math.ceil(count / MOMENTS_OF_MIX) }, () => chance.shuffled(mix()));
  const nextStep = dealer(chance, STEPS);
  return decks
    .flat()
    .slice(0, count)
    .map((kind) => {
      const place = { gapMs: chance.between(gapsMs), worker: chance.below(2) };
      if (kind !== 'kill at step') return { ...place, kind };
      const step = nextStep();
      return { ...place, kind, step, times: 1 + chance.below(MOST_TIMES[step]) };
    });
}

const mix = (): MomentKind[] =>
  (Object.entries(MIX) as [MomentKind, number][]).flatMap(([kind, count]) =>
    Array<MomentKind>(count).fill(kind),
  );

/** All of them, then all of them again in another order. */
function dealer<T>(chance: Chance, cards: readonly T[]): () => T {
  let deck: T[] = [];
  return () => {
    if (deck.length === 0) deck = chance.shuffled(cards);
    return deck.pop()!;
  };
}
