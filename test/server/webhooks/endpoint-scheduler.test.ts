import { describe, expect, it } from 'vitest';
import type { ClaimedDelivery } from '../../../server/webhooks/queue/claim.ts';
import { EndpointScheduler, type InFlightRequest } from '../../../server/webhooks/send/endpoint-scheduler.ts';
import { INITIAL_WINDOW } from '../../../server/webhooks/send/endpoint-state.ts';

let made = 0;
const due = (endpointId: number, count: number): ClaimedDelivery[] =>
  Array.from(
    { length: count },
    () => ({ id: String(++made), endpoint: { id: endpointId } }) as ClaimedDelivery,
  );

/** All that have a slot now. */
function startAll(scheduler: EndpointScheduler, nowMs = 0): InFlightRequest[] {
  const requests: InFlightRequest[] = [];
  for (let next = scheduler.next(nowMs); next !== undefined; next = scheduler.next(nowMs))
    requests.push(next);
  return requests;
}

const allowanceOf = (scheduler: EndpointScheduler, id: number): number => {
  const { endpointIds, allowances, defaultAllowance } = scheduler.capacity();
  return endpointIds.includes(id) ? allowances[endpointIds.indexOf(id)]! : defaultAllowance;
};

/** An endpoint that has hung once before. */
function withHung(scheduler: EndpointScheduler, id: number): void {
  scheduler.add(due(id, 1), 0);
  const [request] = startAll(scheduler);
  scheduler.markSlow(request!);
  scheduler.finish(request!, 'none');
}

describe('an endpoint that answers', () => {
  it('gets twice as many after each round, until it has all slots for itself', () => {
    const scheduler = new EndpointScheduler();
    const onTheWay: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      scheduler.add(due(1, allowanceOf(scheduler, 1)), 0);
      const requests = startAll(scheduler);
      onTheWay.push(requests.length);
      for (const request of requests) scheduler.finish(request, 'fast');
    }
    expect(onTheWay).toEqual([4, 8, 16, 32, 64, 128, 256, 256, 256]);
  });

  it('says once that it is worth to claim for it again: half of what it may have is done', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add(due(1, INITIAL_WINDOW), 0);
    const responses = startAll(scheduler).map((request) => scheduler.finish(request, 'fast'));
    expect(responses).toEqual([false, true, false, false]);
  });

  it('may be given more while it holds less than it may, and is not asked for in vain', () => {
    const scheduler = new EndpointScheduler();
    expect(scheduler.hasAllowance(1)).toBe(true);
    scheduler.add(due(1, INITIAL_WINDOW - 1), 0);
    expect(scheduler.hasAllowance(1)).toBe(true);
    scheduler.add(due(1, 1), 0);
    expect(scheduler.hasAllowance(1)).toBe(false);
    scheduler.finish(startAll(scheduler)[0]!, 'fast');
    expect(scheduler.hasAllowance(1)).toBe(true);
  });

  it('is claimed less far ahead when what was claimed waits for long', () => {
    const scheduler = new EndpointScheduler();
    for (let round = 0; round < 4; round += 1) {
      scheduler.add(due(1, allowanceOf(scheduler, 1)), 0);
      for (const request of startAll(scheduler)) scheduler.finish(request, 'fast');
    }
    const before = allowanceOf(scheduler, 1);
    scheduler.add(due(1, 10), 0);
    for (const request of startAll(scheduler, 600)) scheduler.finish(request, 'fast');
    expect(allowanceOf(scheduler, 1)).toBe(before - 10);
  });
});

describe('an endpoint that keeps its slots', () => {
  it('leaves the fast lane, gets nothing new, and gives back what waits for it', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add([...due(1, 300)], 0);
    const requests = startAll(scheduler);
    expect(requests).toHaveLength(256);
    scheduler.markSlow(requests[0]!);
    expect(scheduler.takeReleasable()).toHaveLength(44);
    expect(allowanceOf(scheduler, 1)).toBe(0);
    scheduler.add(due(1, 3), 0);
    expect(scheduler.takeReleasable()).toHaveLength(3);
    scheduler.add(due(2, 4), 0);
    expect(startAll(scheduler).map(({ endpoint }) => endpoint.id)).toEqual([2]);
  });

  it('is tried one at a time after it hung, from the slow lane', () => {
    const scheduler = new EndpointScheduler();
    withHung(scheduler, 1);
    expect(allowanceOf(scheduler, 1)).toBe(1);
    scheduler.add(due(1, 1), 0);
    expect(startAll(scheduler).map(({ pool }) => pool)).toEqual(['slow']);
  });

  it('gets at most 8 at a time when it answers late, however much it had before', () => {
    const scheduler = new EndpointScheduler();
    for (let round = 0; round < 5; round += 1) {
      scheduler.add(due(1, allowanceOf(scheduler, 1)), 0);
      for (const request of startAll(scheduler)) scheduler.finish(request, 'fast');
    }
    scheduler.add(due(1, 1), 0);
    const [request] = startAll(scheduler);
    scheduler.markSlow(request!);
    scheduler.finish(request!, 'slow');
    expect(allowanceOf(scheduler, 1)).toBe(8);
  });

  it('comes back to the fast lane with a quick answer', () => {
    const scheduler = new EndpointScheduler();
    withHung(scheduler, 1);
    scheduler.add(due(1, 1), 0);
    const [request] = startAll(scheduler);
    scheduler.finish(request!, 'fast');
    scheduler.add(due(1, 2), 0);
    expect(startAll(scheduler).map(({ pool }) => pool)).toEqual(['fast', 'fast']);
  });

  it('takes no fast slot, even when a thousand such endpoints fill the slow lane', () => {
    const scheduler = new EndpointScheduler();
    for (let id = 1; id <= 1000; id += 1) withHung(scheduler, id);
    for (let id = 1; id <= 1000; id += 1) scheduler.add(due(id, 1), 0);
    const requests = startAll(scheduler);
    expect(requests).toHaveLength(512);
    expect(requests.every(({ pool }) => pool === 'slow')).toBe(true);
    scheduler.add(due(2000, 300), 0);
    expect(startAll(scheduler)).toHaveLength(256);
    // Nothing more is claimed for those that would not find a slot.
    expect(allowanceOf(scheduler, 1)).toBe(0);
  });
});

describe('turns', () => {
  it('go round the endpoints, whoever came first', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add([...due(1, 3), ...due(2, 2), ...due(3, 1)], 0);
    expect(startAll(scheduler).map(({ endpoint }) => endpoint.id)).toEqual([1, 2, 3, 1, 2, 1]);
  });

  it('pass over what has waited too long for its lease', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add(due(1, 2), 0);
    scheduler.add(due(1, 1), 2_000);
    expect(startAll(scheduler, 3_001)).toHaveLength(1);
    expect(scheduler.takeReleasable()).toHaveLength(2);
  });

  it('are given up where there is no slot for as long', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add(due(1, 258), 0);
    scheduler.add(due(1, 3), 1_000);
    startAll(scheduler);
    scheduler.releaseStale(3_000);
    expect(scheduler.takeReleasable()).toEqual([]);
    scheduler.releaseStale(3_001);
    expect(scheduler.takeReleasable()).toHaveLength(2);
    expect(scheduler.isFull).toBe(false);
    scheduler.releaseStale(9_000);
    expect(scheduler.takeReleasable()).toHaveLength(3);
  });

  it('end when all is given up', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add([...due(1, 300), ...due(2, 5)], 0);
    const requests = startAll(scheduler);
    scheduler.releaseAll();
    expect(scheduler.takeReleasable()).toHaveLength(305 - requests.length);
    expect(startAll(scheduler)).toEqual([]);
  });
});

it('asks for nothing while more than half of its capacity waits', () => {
  const scheduler = new EndpointScheduler();
  scheduler.add(due(1, 256 + 1000), 0);
  startAll(scheduler);
  expect(scheduler.isFull).toBe(false);
  expect(scheduler.capacity().maxDeliveries).toBe(1000);
  scheduler.add(due(1, 1), 0);
  expect(scheduler.isFull).toBe(true);
});

it('remembers two thousand endpoints at most, and never forgets one with something on the way', () => {
  const scheduler = new EndpointScheduler();
  scheduler.add(due(1, 1), 0);
  startAll(scheduler);
  for (let id = 2; id <= 3000; id += 1) {
    scheduler.add(due(id, 1), 0);
    for (const request of startAll(scheduler)) scheduler.finish(request, 'fast');
  }
  const { endpointIds } = scheduler.capacity();
  expect(endpointIds).toHaveLength(2000);
  expect(endpointIds).toContain(1);
});
