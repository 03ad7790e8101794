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
  atMs: 1_000,
  acceptedAtMs: 1_000,
};
const AGAIN: Arrival = { ...ARRIVAL, atMs: 20_000, acceptedAtMs: 20_000 };

/** One event for one endpoint, delivered once, but for what is said otherwise. */
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

it('finds no fault with one event that was delivered once', () => {
  expect([
    ...lost(evidence()),
    ...phantoms(evidence()),
    ...duplicates(evidence()).violations,
    ...logViolations(evidence()),
  ]).toEqual([]);
});

it('misses what nobody accepted, and what never arrived', () => {
  expect(lost(withArrival({ acceptedAtMs: undefined }))).toEqual(['lost: 7 e']);
  expect(lost(evidence({ journal: [] }))).toEqual(['lost: 7 e']);
});

describe('a phantom', () => {
  it.each([
    ['an event that is not committed', evidence({ events: [] })],
    ['a kind that is not subscribed to', evidence({ endpoints: [{ ...ENDPOINT, events: [] }] })],
    ["another tenant's event", evidence({ endpoints: [{ ...ENDPOINT, tenantId: 2 }] })],
    ['other bytes', withArrival({ bodyHash: 'x' })],
    ['another kind in the header', withArrival({ kind: 'order.updated' })],
    ['a signature that does not fit', withArrival({ signed: false })],
    ['a delivery that is not there', withArrival({ deliveryId: 'x' })],
  ])('is %s', (_, given) => {
    expect(phantoms(given)).toHaveLength(1);
  });
});

describe('what is accepted twice', () => {
  it('is excused by a fault between the two, or one that was still felt', () => {
    for (const at of [5_000, 600])
      expect(duplicates(evidence({ journal: [ARRIVAL, AGAIN], timeline: struckAt(at) }))).toEqual({
        count: 1,
        violations: [],
      });
  });

  it('is a fault without one, or with one at another time', () => {
    for (const at of [400, 20_001])
      expect(
        duplicates(evidence({ journal: [ARRIVAL, AGAIN], timeline: struckAt(at) })).violations,
      ).toHaveLength(1);
  });

  it('is a fault when it is not the same', () => {
    const journal = [ARRIVAL, { ...AGAIN, bodyHash: 'x' }];
    expect(duplicates(evidence({ journal, timeline: struckAt(5_000) })).violations).toHaveLength(1);
  });
});

describe('the log of a delivery', () => {
  it.each([
    ['is not at its end', withRecord({ status: 'RETRYING' }), 'is RETRYING after accepted'],
    ['has a gap', withRecord({ numbers: [2] }), 'has the attempts 2'],
    ['counts otherwise', withRecord({ attempts: 2 }), 'says 2 attempts and has 1'],
    [
      'misses a request',
      evidence({ journal: [ARRIVAL, { ...AGAIN, acceptedAtMs: undefined }] }),
      'arrived 2 times in 1 attempts',
    ],
    [
      'knows less than was accepted',
      evidence({
        records: [{ ...RECORD, attempts: 2, numbers: [1, 2], outcomes: ['timeout', 'accepted'] }],
        journal: [ARRIVAL, AGAIN],
      }),
      'was accepted 2 times, which timeout, accepted does not explain',
    ],
  ])('%s', (_, given, fault) => {
    expect(logViolations(given)).toEqual([`log: d ${fault}`]);
  });

  it('may have a time-out for an answer that came while its worker was stopped', () => {
    const timeline = new Timeline(0);
    timeline.faults.push({ what: 'freeze worker 1', from: 900, until: 12_000 });
    const records = [{ ...RECORD, attempts: 2, numbers: [1, 2], outcomes: ['timeout', 'accepted'] }];
    expect(logViolations(evidence({ records, journal: [ARRIVAL, AGAIN], timeline }))).toEqual([]);
  });

  it('ends with an attempt that was accepted', () => {
    expect(logViolations(withRecord({ outcomes: [null] }))).toEqual([
      'log: d has an attempt without an outcome',
      'log: d has 0 attempts that were accepted',
      'log: d ends with null',
      'log: d was accepted 1 times, which  does not explain',
    ]);
  });
});
