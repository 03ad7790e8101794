import type { EventKey, EventStore } from '../stores/event-store.ts';

/** One thing that a store has to do. `run` rejects, with the reason, when it does not. */
export interface StoreCheck {
  name: string;
  run(): Promise<void>;
}

const LEASE_MS = 60_000; // longer than any check takes
const SHORT_LEASE_MS = 50;
const DEADLINE_MS = 5_000; // for a lease that should have run out after 50 ms

type Check = (store: EventStore, key: EventKey) => Promise<void>;

const CHECKS: Record<string, Check> = {
  'gives a new event to who claims it': async (store, key) => {
    expectEqual((await store.claim(key, LEASE_MS)).state, 'claimed');
  },

  'gives one event to one of 100 who claim it at once': async (store, key) => {
    const claims = await Promise.all(Array.from({ length: 100 }, () => store.claim(key, LEASE_MS)));
    expectEqual(claims.filter(({ state }) => state === 'claimed').length, 1);
    expectEqual(claims.filter(({ state }) => state === 'busy').length, 99);
  },

  'tells how much is left of the lease of another': async (store, key) => {
    await store.claim(key, LEASE_MS);
    const claim = await store.claim(key, LEASE_MS);
    if (claim.state !== 'busy') throw new Error(`It answered ${claim.state}, not busy.`);
    if (claim.leaseMs > 0 && claim.leaseMs <= LEASE_MS) return;
    throw new Error(`leaseMs is ${claim.leaseMs}, not milliseconds up to ${LEASE_MS}.`);
  },

  'knows what was completed': async (store, key) => {
    expectEqual(await store.complete(key, await claimToken(store, key)), true);
    expectEqual((await store.claim(key, LEASE_MS)).state, 'done');
  },

  'still knows what was completed when its lease has run out': async (store, key) => {
    expectEqual(await store.complete(key, await claimToken(store, key, SHORT_LEASE_MS)), true);
    const other = { ...key, eventId: crypto.randomUUID() };
    await claimToken(store, other, SHORT_LEASE_MS);
    await claimWhenFree(store, other); // whose lease began later
    expectEqual((await store.claim(key, LEASE_MS)).state, 'done');
  },

  'gives a released event to the next': async (store, key) => {
    await store.release(key, await claimToken(store, key));
    expectEqual((await store.claim(key, LEASE_MS)).state, 'claimed');
  },

  'gives an event to another when the lease has run out': async (store, key) => {
    await claimToken(store, key, SHORT_LEASE_MS);
    await claimWhenFree(store, key);
  },

  'does not let who was taken over complete or release': async (store, key) => {
    const late = await claimToken(store, key, SHORT_LEASE_MS);
    const taker = await claimWhenFree(store, key);
    if (late === taker) throw new Error('Two claims got the same token.');
    expectEqual(await store.complete(key, late), false);
    await store.release(key, late);
    expectEqual((await store.claim(key, LEASE_MS)).state, 'busy');
    expectEqual(await store.complete(key, taker), true);
  },

  'lets who is late complete when nobody has taken over': async (store, key) => {
    const late = await claimToken(store, key, SHORT_LEASE_MS);
    const other = { ...key, eventId: crypto.randomUUID() };
    await claimToken(store, other, SHORT_LEASE_MS);
    await claimWhenFree(store, other);
    expectEqual(await store.complete(key, late), true);
  },

  'does not complete what was released': async (store, key) => {
    const token = await claimToken(store, key);
    await store.release(key, token);
    expectEqual(await store.complete(key, token), false);
  },

  'does not release what was completed': async (store, key) => {
    const token = await claimToken(store, key);
    await store.complete(key, token);
    await store.release(key, token);
    expectEqual((await store.claim(key, LEASE_MS)).state, 'done');
  },

  'completes nothing for a token that it never gave': async (store, key) => {
    await store.claim(key, LEASE_MS);
    expectEqual(await store.complete(key, crypto.randomUUID()), false);
    expectEqual((await store.claim(key, LEASE_MS)).state, 'busy');
  },

  'keeps the same event_id of two tenants apart': async (store, key) => {
    expectEqual(await store.complete(key, await claimToken(store, key)), true);
    const other = { ...key, tenantId: key.tenantId + 1 };
    expectEqual((await store.claim(other, LEASE_MS)).state, 'claimed');
  },
};

/**
 * What every store has to do, as checks for whatever test runner: `for (const { name, run } of storeChecks(open))
 * test(name, run)`. Each check uses events of its own, so `open` may answer the same store each time.
 */
export function storeChecks(open: () => EventStore | Promise<EventStore>): StoreCheck[] {
  return Object.entries(CHECKS).map(([name, check]) => ({
    name,
    run: async () => check(await open(), { tenantId: 1, eventId: crypto.randomUUID() }),
  }));
}

async function claimToken(store: EventStore, key: EventKey, leaseMs = LEASE_MS): Promise<string> {
  const claim = await store.claim(key, leaseMs);
  if (claim.state === 'claimed') return claim.token;
  throw new Error(`A new event was ${claim.state}.`);
}

async function claimWhenFree(store: EventStore, key: EventKey): Promise<string> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const claim = await store.claim(key, LEASE_MS);
    if (claim.state === 'claimed') return claim.token;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`The lease of ${SHORT_LEASE_MS} ms has not run out after ${DEADLINE_MS} ms.`);
}

function expectEqual(found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new Error(`It answered ${String(found)}, not ${String(wanted)}.`);
}
