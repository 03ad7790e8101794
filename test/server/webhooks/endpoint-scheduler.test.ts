import { describe, expect, it } from 'vitest';
import type { ClaimedDelivery } from '../../../server/webhooks/queue/claim.ts';
import {
  EndpointScheduler,
  type InFlightRequest,
} from '../../../server/webhooks/send/rules/endpoint-scheduler.ts';
import { INITIAL_WINDOW } from '../../../server/webhooks/send/rules/endpoint-state.ts';

let made = 0;
const due = (endpointId: number, count: number, body = '{}'): ClaimedDelivery[] =>
  Array.from(
    { length: count },
    () => ({ id: String(++made), body, endpoint: { id: endpointId } }) as ClaimedDelivery,
  );

/** Starts every request for which there is a slot now. */
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

/** An endpoint whose only request got no response. */
function withHung(scheduler: EndpointScheduler, id: number): void {
  scheduler.add(due(id, 1), 0);
  const [request] = startAll(scheduler);
  scheduler.markSlow(request!);
  scheduler.finish(request!, 'none');
}

describe('an endpoint that responds fast', () => {
  it('gets twice as many requests after each round, until it has every slot', () => {
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

  it('gets a window of at most 8 million characters, for events as large as the last one', () => {
    const scheduler = new EndpointScheduler();
    const allowances: number[] = [];
    for (const size of [...Array(6).fill(2), 440_000, 440_000, 2, 5_000_000] as number[]) {
      const count = allowanceOf(scheduler, 1);
      allowances.push(count);
      scheduler.add(due(1, count, 'x'.repeat(size)), 0);
      for (const request of startAll(scheduler)) scheduler.finish(request, 'fast');
    }
    expect([...allowances, allowanceOf(scheduler, 1)]).toEqual([
      ...[4, 8, 16, 32, 64, 128, 256, 18, 18, 36, INITIAL_WINDOW],
    ]);
  });

  it('asks for another claim once, when half of its window is free', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add(due(1, INITIAL_WINDOW), 0);
    const responses = startAll(scheduler).map((request) => scheduler.finish(request, 'fast'));
    expect(responses).toEqual([false, true, false, false]);
  });

  it('has an allowance as long as its window is not full', () => {
    const scheduler = new EndpointScheduler();
    expect(scheduler.hasAllowance(1)).toBe(true);
    scheduler.add(due(1, INITIAL_WINDOW - 1), 0);
    expect(scheduler.hasAllowance(1)).toBe(true);
    scheduler.add(due(1, 1), 0);
    expect(scheduler.hasAllowance(1)).toBe(false);
    scheduler.finish(startAll(scheduler)[0]!, 'fast');
    expect(scheduler.hasAllowance(1)).toBe(true);
  });

  it('gets a smaller window when its deliveries wait long inside the worker', () => {
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

describe('an endpoint that responds slowly or not at all', () => {
  it('leaves the fast pool, gets nothing new, and has its waiting deliveries released', () => {
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

  it('gets one request at a time from the slow pool after a request without a response', () => {
    const scheduler = new EndpointScheduler();
    withHung(scheduler, 1);
    expect(allowanceOf(scheduler, 1)).toBe(1);
    scheduler.add(due(1, 1), 0);
    expect(startAll(scheduler).map(({ pool }) => pool)).toEqual(['slow']);
  });

  it('gets at most 8 requests at a time after a slow response, however many it had before', () => {
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

  it('returns to the fast pool after a fast response', () => {
    const scheduler = new EndpointScheduler();
    withHung(scheduler, 1);
    scheduler.add(due(1, 1), 0);
    const [request] = startAll(scheduler);
    scheduler.finish(request!, 'fast');
    scheduler.add(due(1, 2), 0);
    expect(startAll(scheduler).map(({ pool }) => pool)).toEqual(['fast', 'fast']);
  });

  it('takes no fast slot, even when a thousand such endpoints fill the slow pool', () => {
    const scheduler = new EndpointScheduler();
    for (let id = 1; id <= 1000; id += 1) withHung(scheduler, id);
    for (let id = 1; id <= 1000; id += 1) scheduler.add(due(id, 1), 0);
    const requests = startAll(scheduler);
    expect(requests).toHaveLength(512);
    expect(requests.every(({ pool }) => pool === 'slow')).toBe(true);
    scheduler.add(due(2000, 300), 0);
    expect(startAll(scheduler)).toHaveLength(256);
    // Nothing more is claimed for endpoints that would not get a slot.
    expect(allowanceOf(scheduler, 1)).toBe(0);
  });
});

describe('the round robin', () => {
  it('gives each endpoint one request in turn', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add([...due(1, 3), ...due(2, 2), ...due(3, 1)], 0);
    expect(startAll(scheduler).map(({ endpoint }) => endpoint.id)).toEqual([1, 2, 3, 1, 2, 1]);
  });

  it('skips deliveries that have waited too long for their lease', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add(due(1, 2), 0);
    scheduler.add(due(1, 1), 2_000);
    expect(startAll(scheduler, 3_001)).toHaveLength(1);
    expect(scheduler.takeReleasable()).toHaveLength(2);
  });

  it('releases deliveries that have waited too long for a slot', () => {
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

  it('ends when everything is released', () => {
    const scheduler = new EndpointScheduler();
    scheduler.add([...due(1, 300), ...due(2, 5)], 0);
    const requests = startAll(scheduler);
    scheduler.releaseAll();
    expect(scheduler.takeReleasable()).toHaveLength(305 - requests.length);
    expect(startAll(scheduler)).toEqual([]);
  });
});

it('the scheduler is full while more than half of the deliveries that may wait are waiting', () => {
  const scheduler = new EndpointScheduler();
  scheduler.add(due(1, 256 + 1000), 0);
  startAll(scheduler);
  expect(scheduler.isFull).toBe(false);
  expect(scheduler.capacity().maxDeliveries).toBe(1000);
  scheduler.add(due(1, 1), 0);
  expect(scheduler.isFull).toBe(true);
});

it('the scheduler remembers at most 2000 endpoints, and never forgets one with a request in flight', () => {
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

it('the scheduler is full while more than half of the characters that may wait are waiting', () => {
  const scheduler = new EndpointScheduler();
  const body = 'x'.repeat(400_000);
  scheduler.add(due(1, 256), 0);
  startAll(scheduler);
  scheduler.add(due(2, 40, body), 0);
  expect([scheduler.isFull, scheduler.capacity().maxBytes]).toEqual([false, 16_000_000]);
  // It had not been known how large they are.
  expect(allowanceOf(scheduler, 2)).toBe(0);
  scheduler.add(due(3, 1), 0);
  expect(scheduler.isFull).toBe(true);
  scheduler.releaseAll();
  scheduler.takeReleasable();
  expect([scheduler.isFull, scheduler.capacity().maxBytes]).toEqual([false, 32_000_000]);
});

it('the scheduler claims as many deliveries as fitted into a claim that was cut, and then twice as many each time', () => {
  const scheduler = new EndpointScheduler();
  const claims: number[] = [];
  for (const [taken, wasCut] of [
    [72, true],
    [72, false],
    [144, false],
    [60, true],
    [60, false],
  ] as const) {
    scheduler.limitClaims(taken, wasCut);
    claims.push(scheduler.capacity().maxDeliveries);
  }
  expect(claims).toEqual([72, 144, 288, 60, 120]);
});
