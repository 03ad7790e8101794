import type { Claim, EventKey, EventStore } from '../stores/event-store.ts';

/** Claims the event unless it was recorded without a consumer. */
export async function claimAdopting<Context>(
  store: EventStore<Context>,
  key: EventKey,
  eventId: string,
  leaseMs: number,
): Promise<Claim<Context>> {
  const claim = await store.claim(key, leaseMs);
  if (claim.state !== 'claimed') return claim;
  const oldKey = { ...key, eventId };
  const old = await store.claim(oldKey, leaseMs);
  // Held only for this look, so that another consumer that adopts by mistake handles the event too.
  if (old.state === 'claimed') await store.release(oldKey, old.token);
  else if (old.state === 'done') await store.complete(key, claim.token);
  else await store.release(key, claim.token);
  return old.state === 'claimed' ? claim : old;
}
