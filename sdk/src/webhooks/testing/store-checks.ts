import type { EventKey, EventStore } from '../stores/event-store.ts';

/** One requirement of a store. `run` rejects with the reason if the store doesn't meet it. */
export interface StoreCheck {
  name: string;
  run(): Promise<void>;
}

const LEASE_MS = 60_000; // longer than any check takes
const SHORT_LEASE_MS = 50;
/** Keys are as a receiver with this consumer has them. */
const CONSUMER = 'checks';
const DEADLINE_MS = 5_000; // for a lease that should have expired after 50 ms

type Check = (store: EventStore, key: EventKey) => Promise<void>;

const CHECKS: Record<string, Check> = {
  'gives a new event to the claim': async (store, key) => {
    expectEqual((await store.claim(key, LEASE_MS)).state, 'claimed');
  },

  'gives an event to one of 100 concurrent claims': async (store, key) => {
    const claims = await Promise.all(Array.from({ length: 100 }, () => store.claim(key, LEASE_MS)));
    expectEqual(claims.filter(({ state }) => state === 'claimed').length, 1);
    expectEqual(claims.filter(({ state }) => state === 'busy').length, 99);
  },

  'returns how much is left of another lease': async (store, key) => {
    await store.claim(key, LEASE_MS);
    const claim = await store.claim(key, LEASE_MS);
    if (claim.state !== 'busy') throw new Error(`The state is ${claim.state}, not busy.`);
    if (claim.leaseMs > 0 && claim.leaseMs <= LEASE_MS) return;
    throw new Error(`leaseMs is ${claim.leaseMs}, not milliseconds up to ${LEASE_MS}.`);
  },

  'remembers what was completed': async (store, key) => {
    expectEqual(await store.complete(key, await claimToken(store, key)), true);
    expectEqual((await store.claim(key, LEASE_MS)).state, 'done');
  },

  'remembers what was completed after its lease has expired': async (store, key) => {
    expectEqual(await store.complete(key, await claimToken(store, key, SHORT_LEASE_MS)), true);
    const other = { ...key, eventId: newEventId() };
    await claimToken(store, other, SHORT_LEASE_MS);
    await claimWhenFree(store, other); // this lease began later
    expectEqual((await store.claim(key, LEASE_MS)).state, 'done');
  },

  'gives a released event to the next claim': async (store, key) => {
    await store.release(key, await claimToken(store, key));
    expectEqual((await store.claim(key, LEASE_MS)).state, 'claimed');
  },

  'gives an event to the next claim when the lease has expired': async (store, key) => {
    await claimToken(store, key, SHORT_LEASE_MS);
    await claimWhenFree(store, key);
  },

  'refuses to complete or release an event that another claim has taken over': async (store, key) => {
    const late = await claimToken(store, key, SHORT_LEASE_MS);
    const taker = await claimWhenFree(store, key);
    if (late === taker) throw new Error('Two claims got the same token.');
    expectEqual(await store.complete(key, late), false);
    await store.release(key, late);
    expectEqual((await store.claim(key, LEASE_MS)).state, 'busy');
    expectEqual(await store.complete(key, taker), true);
  },

  'completes an event after the lease has expired if nobody claimed it': async (store, key) => {
    const late = await claimToken(store, key, SHORT_LEASE_MS);
    const other = { ...key, eventId: newEventId() };
    await claimToken(store, other, SHORT_LEASE_MS);
    await claimWhenFree(store, other);
    expectEqual(await store.complete(key, late), true);
  },

  'does not complete a released event': async (store, key) => {
    const token = await claimToken(store, key);
    await store.release(key, token);
    expectEqual(await store.complete(key, token), false);
  },

  'does not release a completed event': async (store, key) => {
    const token = await claimToken(store, key);
    await store.complete(key, token);
    await store.release(key, token);
    expectEqual((await store.claim(key, LEASE_MS)).state, 'done');
  },

  'does not complete an event with an unknown token': async (store, key) => {
    await store.claim(key, LEASE_MS);
    expectEqual(await store.complete(key, crypto.randomUUID()), false);
    expectEqual((await store.claim(key, LEASE_MS)).state, 'busy');
  },

  'keeps consumers apart': async (store, key) => {
    expectEqual(await store.complete(key, await claimToken(store, key)), true);
    for (const consumer of ['other', 'CHECKS', 'check', 'checks:', '_'.repeat(64)]) {
      const other = { ...key, eventId: key.eventId.replace(CONSUMER, consumer) };
      expectEqual((await store.claim(other, LEASE_MS)).state, 'claimed');
    }
  },

  'keeps long keys apart that differ at the end': async (store, { tenantId, eventId }) => {
    const key = { tenantId, eventId: `${'x'.repeat(64)}/${eventId.slice(-36)}` };
    expectEqual(await store.complete(key, await claimToken(store, key)), true);
    const other = {
      tenantId,
      eventId: `${key.eventId.slice(0, -1)}${key.eventId.endsWith('0') ? '1' : '0'}`,
    };
    expectEqual((await store.claim(other, LEASE_MS)).state, 'claimed');
  },

  'keeps the same event_id of two tenants apart': async (store, key) => {
    expectEqual(await store.complete(key, await claimToken(store, key)), true);
    const other = { ...key, tenantId: key.tenantId + 1 };
    expectEqual((await store.claim(other, LEASE_MS)).state, 'claimed');
  },
};

/**
 * The requirements of a store as checks for any test runner: `for (const { name, run } of storeChecks(open))
 * test(name, run)`. Each check uses its own events, so `open` may return the same store each time.
 */
export function storeChecks(open: () => EventStore | Promise<EventStore>): StoreCheck[] {
  return Object.entries(CHECKS).map(([name, check]) => ({
    name,
    run: async () => check(await open(), { tenantId: 1, eventId: newEventId() }),
  }));
}

const newEventId = (): string => `${CONSUMER}/${crypto.randomUUID()}`;

async function claimToken(store: EventStore, key: EventKey, leaseMs = LEASE_MS): Promise<string> {
  const claim = await store.claim(key, leaseMs);
  if (claim.state === 'claimed') return claim.token;
  throw new Error(`A new event is ${claim.state}.`);
}

async function claimWhenFree(store: EventStore, key: EventKey): Promise<string> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const claim = await store.claim(key, LEASE_MS);
    if (claim.state === 'claimed') return claim.token;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`The lease of ${SHORT_LEASE_MS} ms has not expired after ${DEADLINE_MS} ms.`);
}

function expectEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`Expected ${String(expected)}, got ${String(actual)}.`);
}
