import { createHash } from 'node:crypto';

/** Reproducible random numbers. Each part of a run forks its own sequence, so that parts don't shift each other's. */
export class SeededRandom {
  readonly #seed: string;
  #drawn = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  fork(part: string): SeededRandom {
    return new SeededRandom(`${this.#seed}/${part}`);
  }

  /** At least 0, below 1. */
  next(): number {
    this.#drawn += 1;
    const digest = createHash('sha256').update(`${this.#seed}#${this.#drawn}`).digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  }

  between([least, most]: readonly [number, number]): number {
    return least + this.next() * (most - least);
  }

  /** A whole number, at least 0, below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, sortKey: this.next() }))
      .toSorted((a, b) => a.sortKey - b.sortKey)
      .map(({ item }) => item);
  }

  /** Picks a name with a probability in proportion to its share. */
  weighted<Name extends string>(shares: Readonly<Partial<Record<Name, number>>>): Name {
    const entries = Object.entries(shares) as [Name, number][];
    let left = this.next() * entries.reduce((sum, [, share]) => sum + share, 0);
    for (const [name, share] of entries) {
      left -= share;
      if (left < 0) return name;
    }
    return entries.at(-1)![0];
  }
}
