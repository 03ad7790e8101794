import type { DeliveryStep } from '../../../server/webhooks/send/delivery-dispatcher.ts';
import type { SeededRandom } from './seeded-random.ts';

export const STEPS = [
  'claimed',
  'sending',
  'sent',
  'recorded',
  'releasing',
  'released',
  'swept',
] as const satisfies readonly DeliveryStep[];

export type PlannedFault = {
  /** How long the target must have been ready before the fault, in ms. */
  readonly gapMs: number;
  /** Index of the worker, if the target is a worker. */
  readonly worker: number;
} & (
  | {
      readonly kind:
        | 'kill worker'
        | 'kill api'
        | 'kill database'
        | 'kill backend'
        | 'freeze worker'
        | 'stall worker'
        | 'blackhole worker'
        | 'stall all'
        | 'stop redis';
    }
  | { readonly kind: 'kill at step'; readonly step: DeliveryStep; readonly times: number }
);
export type FaultKind = PlannedFault['kind'];

/** How many faults of each kind a round of the plan has. */
export type FaultMix = Readonly<Partial<Record<FaultKind, number>>>;

/** 50 faults, with each step twice. */
export const FULL_MIX: FaultMix = {
  'kill worker': 11,
  'kill at step': 14,
  'kill api': 9,
  'kill backend': 7,
  'kill database': 4,
  'freeze worker': 2,
  'stall worker': 1,
  'blackhole worker': 1,
  'stall all': 1,
};
/** 16 faults: every kind, and each step once. */
export const SHORT_MIX: FaultMix = {
  'kill worker': 1,
  'kill at step': 7,
  'kill api': 2,
  'kill backend': 1,
  'kill database': 1,
  'freeze worker': 1,
  'stall worker': 1,
  'blackhole worker': 1,
  'stall all': 1,
};

/** Faults that every process of the service survives, so that its memory and its latency can be watched for long. */
export const SURVIVED_MIX: FaultMix = {
  'kill backend': 4,
  'kill database': 1,
  'freeze worker': 1,
  'stall worker': 2,
  'blackhole worker': 1,
  'stall all': 1,
};
export const SURVIVED_WITH_REDIS: FaultMix = { ...SURVIVED_MIX, 'stop redis': 2 };

/** Kill when a step is first reached, or later in a batch. One release covers many deliveries, so its limit is low. */
const MAX_TIMES: Readonly<Record<DeliveryStep, number>> = {
  claimed: 4,
  sending: 8,
  sent: 8,
  recorded: 8,
  releasing: 2,
  released: 2,
  swept: 2,
};

/** Plans `count` faults. Their order and times come from the seed alone. */
export function planFaults(
  random: SeededRandom,
  count: number,
  gapsMs: readonly [number, number],
  mix: FaultMix = FULL_MIX,
): PlannedFault[] {
  const kinds = kindsOf(mix);
  const decks = Array.from({ length: Math.ceil(count / kinds.length) }, () => random.shuffled(kinds));
  const nextStep = dealer(random, STEPS);
  return decks
    .flat()
    .slice(0, count)
    .map((kind) => {
      const target = { gapMs: random.between(gapsMs), worker: random.below(2) };
      if (kind !== 'kill at step') return { ...target, kind };
      const step = nextStep();
      return { ...target, kind, step, times: 1 + random.below(MAX_TIMES[step]) };
    });
}

const kindsOf = (mix: FaultMix): FaultKind[] =>
  (Object.entries(mix) as [FaultKind, number][]).flatMap(([kind, count]) =>
    Array<FaultKind>(count).fill(kind),
  );

/** Deals all cards, then all of them again in another order. */
function dealer<T>(random: SeededRandom, cards: readonly T[]): () => T {
  let deck: T[] = [];
  return () => {
    if (deck.length === 0) deck = random.shuffled(cards);
    return deck.pop()!;
  };
}
