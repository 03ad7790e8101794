import { setTimeout as wait } from 'node:timers/promises';

/** Short beside anything that is waited for, and cheap where it asks the database. */
const LOOK_EVERY_MS = 50;

/** Waits until it is so and answers true, or false when it is not in time. An error counts as not yet. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    if (await Promise.resolve(condition()).catch(() => false)) return true;
    if (Date.now() > giveUpAt) return false;
    await wait(LOOK_EVERY_MS);
  }
}
