import { expect, it } from 'vitest';
import {
  type EventEndpoint,
  type FoundEvent,
  whyUndelivered,
} from '../../../server/webhooks/log/why-undelivered.ts';

const at = (hour: number): string => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
const EVENT: FoundEvent = { id: 'e', kind: 'order.created', occurredAt: at(12), deliveredTo: [] };

const endpoint = (fields: Partial<EventEndpoint> = {}): EventEndpoint => ({
  id: 1,
  name: 'ERP',
  events: ['order.created'],
  active: true,
  createdAt: at(1),
  inactiveSince: null,
  deletedAt: null,
  wasOff: [],
  ...fields,
});

it.each<[why: string, fields: Partial<EventEndpoint>]>([
  ['off', { active: false, inactiveSince: at(11) }],
  ['was_off', { wasOff: [{ from: at(11), until: at(13) }] }],
  ['missed', { wasOff: [{ from: at(13), until: at(14) }] }],
  ['missed', { active: false, inactiveSince: at(13) }],
  ['later', { createdAt: at(13) }],
  ['deleted', { active: false, deletedAt: at(11) }],
])('an endpoint got no delivery because of: %s', (why, fields) => {
  expect(whyUndelivered(EVENT, [endpoint(fields)])?.reasons).toMatchObject([{ why, endpoint: { id: 1 } }]);
});

it('no endpoint subscribes to the event', () => {
  expect(whyUndelivered(EVENT, [endpoint({ events: ['product.created'] })])?.reasons).toEqual([]);
});

it('beside deliveries only endpoints that were off count', () => {
  const event = { ...EVENT, deliveredTo: [1] };
  const later = endpoint({ id: 2, createdAt: at(13) });
  const off = endpoint({ id: 3, active: false, inactiveSince: at(11) });
  expect(whyUndelivered(event, [endpoint(), later])).toBeUndefined();
  expect(whyUndelivered(event, [endpoint(), later, off])?.reasons).toMatchObject([
    { why: 'off', endpoint: { id: 3 } },
  ]);
});
