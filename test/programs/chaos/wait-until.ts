import { setTimeout as wait } from 'node:timers/promises';

/** Short compared with what is waited for, but rare enough for conditions that query the database. */
const LOOK_EVERY_MS = 50;

/** Returns true once the condition is true, or false if it isn't in time. An error counts as not yet. */
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
