import { describe, expect, it } from 'vitest';
import type { Claimed } from '../../../server/webhooks/queue/claim.ts';
import { type Flight, Lanes } from '../../../server/webhooks/send/endpoint-scheduler.ts';
import { COLD_WINDOW } from '../../../server/webhooks/send/endpoint-state.ts';

let made = 0;
const due = (registrationId: number, count: number): Claimed[] =>
  Array.from(
    { length: count },
    () => ({ id: String(++made), registration: { id: registrationId } }) as Claimed,
  );

/** All that have a slot now. */
function takeOff(lanes: Lanes, nowMs = 0): Flight[] {
  const flights: Flight[] = [];
  for (let next = lanes.next(nowMs); next !== undefined; next = lanes.next(nowMs)) flights.push(next);
  return flights;
}

const allowanceOf = (lanes: Lanes, id: number): number => {
  const { registrations, allowances, ofStranger } = lanes.room();
  return registrations.includes(id) ? allowances[registrations.indexOf(id)]! : ofStranger;
};

/** An endpoint that has hung once before. */
function withHung(lanes: Lanes, id: number): void {
  lanes.add(due(id, 1), 0);
  const [flight] = takeOff(lanes);
  lanes.linger(flight!);
  lanes.end(flight!, 'hung');
}

describe('an endpoint that answers', () => {
  it('gets twice as many after each round, until it has all slots for itself', () => {
    const lanes = new Lanes();
    const onTheWay: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      lanes.add(due(1, allowanceOf(lanes, 1)), 0);
      const flights = takeOff(lanes);
      onTheWay.push(flights.length);
      for (const flight of flights) lanes.end(flight, 'quick');
    }
    expect(onTheWay).toEqual([4, 8, 16, 32, 64, 128, 256, 256, 256]);
  });

  it('says once that it is worth to claim for it again: half of what it may have is done', () => {
    const lanes = new Lanes();
    lanes.add(due(1, COLD_WINDOW), 0);
    const answers = takeOff(lanes).map((flight) => lanes.end(flight, 'quick'));
    expect(answers).toEqual([false, true, false, false]);
  });

  it('may be given more while it holds less than it may, and is not asked for in vain', () => {
    const lanes = new Lanes();
    expect(lanes.allows(1)).toBe(true);
    lanes.add(due(1, COLD_WINDOW - 1), 0);
    expect(lanes.allows(1)).toBe(true);
    lanes.add(due(1, 1), 0);
    expect(lanes.allows(1)).toBe(false);
    lanes.end(takeOff(lanes)[0]!, 'quick');
    expect(lanes.allows(1)).toBe(true);
  });

  it('is claimed less far ahead when what was claimed waits for long', () => {
    const lanes = new Lanes();
    for (let round = 0; round < 4; round += 1) {
      lanes.add(due(1, allowanceOf(lanes, 1)), 0);
      for (const flight of takeOff(lanes)) lanes.end(flight, 'quick');
    }
    const before = allowanceOf(lanes, 1);
    lanes.add(due(1, 10), 0);
    for (const flight of takeOff(lanes, 600)) lanes.end(flight, 'quick');
    expect(allowanceOf(lanes, 1)).toBe(before - 10);
  });
});

describe('an endpoint that keeps its slots', () => {
  it('leaves the fast lane, gets nothing new, and gives back what waits for it', () => {
    const lanes = new Lanes();
    lanes.add([...due(1, 300)], 0);
    const flights = takeOff(lanes);
    expect(flights).toHaveLength(256);
    lanes.linger(flights[0]!);
    expect(lanes.takeUnwanted()).toHaveLength(44);
    expect(allowanceOf(lanes, 1)).toBe(0);
    lanes.add(due(1, 3), 0);
    expect(lanes.takeUnwanted()).toHaveLength(3);
    lanes.add(due(2, 4), 0);
    expect(takeOff(lanes).map(({ endpoint }) => endpoint.id)).toEqual([2]);
  });

  it('is tried one at a time after it hung, from the slow lane', () => {
    const lanes = new Lanes();
    withHung(lanes, 1);
    expect(allowanceOf(lanes, 1)).toBe(1);
    lanes.add(due(1, 1), 0);
    expect(takeOff(lanes).map(({ lane }) => lane)).toEqual(['slow']);
  });

  it('gets at most 8 at a time when it answers late, however much it had before', () => {
    const lanes = new Lanes();
    for (let round = 0; round < 5; round += 1) {
      lanes.add(due(1, allowanceOf(lanes, 1)), 0);
      for (const flight of takeOff(lanes)) lanes.end(flight, 'quick');
    }
    lanes.add(due(1, 1), 0);
    const [flight] = takeOff(lanes);
    lanes.linger(flight!);
    lanes.end(flight!, 'slow');
    expect(allowanceOf(lanes, 1)).toBe(8);
  });

  it('comes back to the fast lane with a quick answer', () => {
    const lanes = new Lanes();
    withHung(lanes, 1);
    lanes.add(due(1, 1), 0);
    const [flight] = takeOff(lanes);
    lanes.end(flight!, 'quick');
    lanes.add(due(1, 2), 0);
    expect(takeOff(lanes).map(({ lane }) => lane)).toEqual(['fast', 'fast']);
  });

  it('takes no fast slot, even when a thousand such endpoints fill the slow lane', () => {
    const lanes = new Lanes();
    for (let id = 1; id <= 1000; id += 1) withHung(lanes, id);
    for (let id = 1; id <= 1000; id += 1) lanes.add(due(id, 1), 0);
    const flights = takeOff(lanes);
    expect(flights).toHaveLength(512);
    expect(flights.every(({ lane }) => lane === 'slow')).toBe(true);
    lanes.add(due(2000, 300), 0);
    expect(takeOff(lanes)).toHaveLength(256);
    // Nothing more is claimed for those that would not find a slot.
    expect(allowanceOf(lanes, 1)).toBe(0);
  });
});

describe('turns', () => {
  it('go round the endpoints, whoever came first', () => {
    const lanes = new Lanes();
    lanes.add([...due(1, 3), ...due(2, 2), ...due(3, 1)], 0);
    expect(takeOff(lanes).map(({ endpoint }) => endpoint.id)).toEqual([1, 2, 3, 1, 2, 1]);
  });

  it('pass over what has waited too long for its lease', () => {
    const lanes = new Lanes();
    lanes.add(due(1, 2), 0);
    lanes.add(due(1, 1), 2_000);
    expect(takeOff(lanes, 3_001)).toHaveLength(1);
    expect(lanes.takeUnwanted()).toHaveLength(2);
  });

  it('are given up where there is no slot for as long', () => {
    const lanes = new Lanes();
    lanes.add(due(1, 258), 0);
    lanes.add(due(1, 3), 1_000);
    takeOff(lanes);
    lanes.dropStale(3_000);
    expect(lanes.takeUnwanted()).toEqual([]);
    lanes.dropStale(3_001);
    expect(lanes.takeUnwanted()).toHaveLength(2);
    expect(lanes.isFull).toBe(false);
    lanes.dropStale(9_000);
    expect(lanes.takeUnwanted()).toHaveLength(3);
  });

  it('end when all is given up', () => {
    const lanes = new Lanes();
    lanes.add([...due(1, 300), ...due(2, 5)], 0);
    const flights = takeOff(lanes);
    lanes.clear();
    expect(lanes.takeUnwanted()).toHaveLength(305 - flights.length);
    expect(takeOff(lanes)).toEqual([]);
  });
});

it('asks for nothing while more than half of its capacity waits', () => {
  const lanes = new Lanes();
  lanes.add(due(1, 256 + 1000), 0);
  takeOff(lanes);
  expect(lanes.isFull).toBe(false);
  expect(lanes.room().most).toBe(1000);
  lanes.add(due(1, 1), 0);
  expect(lanes.isFull).toBe(true);
});

it('remembers two thousand endpoints at most, and never forgets one with something on the way', () => {
  const lanes = new Lanes();
  lanes.add(due(1, 1), 0);
  takeOff(lanes);
  for (let id = 2; id <= 3000; id += 1) {
    lanes.add(due(id, 1), 0);
    for (const flight of takeOff(lanes)) lanes.end(flight, 'quick');
  }
  const { registrations } = lanes.room();
  expect(registrations).toHaveLength(2000);
  expect(registrations).toContain(1);
});
