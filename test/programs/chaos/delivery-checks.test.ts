import { describe, expect, it } from 'vitest';
import { duplicates, type Evidence, logViolations, lost, phantoms } from './delivery-checks.ts';
import { STEADY } from './endpoint-behaviour.ts';
import type { Arrival } from './endpoint-server.ts';
import type { DeliveryRecord } from './oracle.ts';
import { Timeline } from './timeline.ts';

const EVENT = { tenantId: 1, eventId: 'e', kind: 'order.created', bodyHash: 'h' };
const ENDPOINT = { tenantId: 1, endpointId: 7, events: ['order.created'], secret: 's', behaviour: STEADY };
const RECORD: DeliveryRecord = {
  deliveryId: 'd',
  eventId: 'e',
  endpointId: 7,
  status: 'SUCCESS',
  attempts: 1,
  numbers: [1],
  outcomes: ['accepted'],
};
const ARRIVAL: Arrival = {
  endpointId: 7,
  deliveryId: 'd',
  eventId: 'e',
  kind: 'order.created',
  bodyHash: 'h',
  signed: true,
  occurredAtMs: 900,
  atMs: 1_000,
  acceptedAtMs: 1_000,
};
const AGAIN: Arrival = { ...ARRIVAL, atMs: 20_000, acceptedAtMs: 20_000 };

/** One event for one endpoint, delivered once, with the given overrides. */
function evidence(other: Partial<Evidence> = {}): Evidence {
  const timeline = new Timeline(0);
  return {
    events: [EVENT],
    records: [RECORD],
    journal: [ARRIVAL],
    endpoints: [ENDPOINT],
    timeline,
    ...other,
  };
}

const withArrival = (other: Partial<Arrival>): Evidence => evidence({ journal: [{ ...ARRIVAL, ...other }] });
const withRecord = (other: Partial<DeliveryRecord>): Evidence =>
  evidence({ records: [{ ...RECORD, ...other }] });

function struckAt(ms: number): Timeline {
  const timeline = new Timeline(500);
  timeline.faults.push({ what: 'kill worker 1', from: ms, until: ms });
  return timeline;
}

it('reports no violation for an event that was delivered once', () => {
  expect([
    ...lost(evidence()),
    ...phantoms(evidence()),
    ...duplicates(evidence()).violations,
    ...logViolations(evidence()),
  ]).toEqual([]);
});

it('reports a delivery as lost if it was never accepted or never arrived', () => {
  expect(lost(withArrival({ acceptedAtMs: undefined }))).toEqual(['lost: 7 e']);
  expect(lost(evidence({ journal: [] }))).toEqual(['lost: 7 e']);
});

describe('phantom check', () => {
  it.each([
    ['an event that was not committed', evidence({ events: [] })],
    ['a kind that the endpoint is not subscribed to', evidence({ endpoints: [{ ...ENDPOINT, events: [] }] })],
    ["another tenant's event", evidence({ endpoints: [{ ...ENDPOINT, tenantId: 2 }] })],
    ['a body that differs from the stored one', withArrival({ bodyHash: 'x' })],
    ['a header with another kind', withArrival({ kind: 'order.updated' })],
    ['an invalid signature', withArrival({ signed: false })],
    ['an unknown delivery id', withArrival({ deliveryId: 'x' })],
  ])('reports an arrival with %s', (_, given) => {
    expect(phantoms(given)).toHaveLength(1);
  });
});

describe('duplicate check', () => {
  it('excuses a duplicate after a fault between the two arrivals or one that still had an effect', () => {
    for (const at of [5_000, 600])
      expect(duplicates(evidence({ journal: [ARRIVAL, AGAIN], timeline: struckAt(at) }))).toEqual({
        count: 1,
        violations: [],
      });
  });

  it('reports a duplicate if the only fault was at another time', () => {
    for (const at of [400, 20_001])
      expect(
        duplicates(evidence({ journal: [ARRIVAL, AGAIN], timeline: struckAt(at) })).violations,
      ).toHaveLength(1);
  });

  it('reports a duplicate whose body differs, despite a fault between the two', () => {
    const journal = [ARRIVAL, { ...AGAIN, bodyHash: 'x' }];
    expect(duplicates(evidence({ journal, timeline: struckAt(5_000) })).violations).toHaveLength(1);
  });
});

describe('delivery log check', () => {
  it.each([
    ['is not finished', withRecord({ status: 'RETRYING' }), 'is RETRYING after accepted'],
    ['has a gap in its attempt numbers', withRecord({ numbers: [2] }), 'has the attempts 2'],
    [
      'has another number of attempts than its counter says',
      withRecord({ attempts: 2 }),
      'counts 2 attempts but has 1',
    ],
    [
      'lacks a request that arrived',
      evidence({ journal: [ARRIVAL, { ...AGAIN, acceptedAtMs: undefined }] }),
      'arrived 2 times in 1 attempts',
    ],
    [
      'has fewer accepted attempts than the endpoint accepted',
      evidence({
        records: [{ ...RECORD, attempts: 2, numbers: [1, 2], outcomes: ['timeout', 'accepted'] }],
        journal: [ARRIVAL, AGAIN],
      }),
      'was accepted 2 times, which timeout, accepted does not explain',
    ],
  ])('reports a delivery that %s', (_, given, violation) => {
    expect(logViolations(given)).toEqual([`log: d ${violation}`]);
  });

  it('allows a time-out for a response that arrived while the worker was frozen', () => {
    const timeline = new Timeline(0);
    timeline.faults.push({ what: 'freeze worker 1', from: 900, until: 12_000 });
    const records = [{ ...RECORD, attempts: 2, numbers: [1, 2], outcomes: ['timeout', 'accepted'] }];
    expect(logViolations(evidence({ records, journal: [ARRIVAL, AGAIN], timeline }))).toEqual([]);
  });

  it('allows a time-out, and a duplicate, for a response that its sender closed unread', () => {
    const records = [{ ...RECORD, attempts: 2, numbers: [1, 2], outcomes: ['timeout', 'accepted'] }];
    const given = evidence({ records, journal: [{ ...ARRIVAL, unread: true }, AGAIN] });
    expect([...logViolations(given), ...duplicates(given).violations]).toEqual([]);
  });

  it('reports a delivery whose last attempt was not accepted', () => {
    expect(logViolations(withRecord({ outcomes: [null] }))).toEqual([
      'log: d has an attempt without an outcome',
      'log: d has 0 accepted attempts',
      'log: d ends with null',
      'log: d was accepted 1 times, which  does not explain',
    ]);
  });
});
