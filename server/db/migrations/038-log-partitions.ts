import { divide, type Log, MAKE_PARTITIONS } from './038-log-partitions/divide.ts';
import { DELIVER, EMIT } from './038-log-partitions/emit.ts';
import { IDS, NEW_LOGS } from './038-log-partitions/ids.ts';
import type { Step } from './migration.ts';

/**
 * Divides events, deliveries and attempts by the month in which the event was written: docs/decisions/log-partitions.md tells why and
 * how. The table that exists becomes the first partition as it is; nothing is copied.
 */
export const name = '038-log-partitions';

/** The keys of rows from before are random, so that none begins with 40 zero bits; what is written from now on does. */
const FIRST_RANDOM_ID = '00000000-0100-0000-0000-000000000000';

const ATTEMPTS: Log = {
  table: 'webhook_attempts',
  key: 'delivery_id',
  indexes: [],
  primaryKey: '(tenant_id, delivery_id, number)',
};
const DELIVERIES: Log = {
  table: 'webhook_deliveries',
  key: 'id',
  indexes: [
    ['webhook_deliveries_event', '(tenant_id, event_id)'],
    ['webhook_deliveries_registration', '(tenant_id, registration_id, created_at)'],
    ['webhook_deliveries_newest', '(tenant_id, created_at DESC NULLS LAST, id DESC NULLS LAST)'],
    [
      'webhook_deliveries_failing',
      '(tenant_id, failing_status, created_at, id) WHERE failing_status IS NOT NULL',
    ],
  ],
  primaryKey: '(tenant_id, id)',
};
const EVENTS: Log = {
  table: 'events',
  key: 'event_id',
  indexes: [
    ['events_position', '(tenant_id, feed_position)'],
    ['events_unnumbered', '(tenant_id, position) WHERE feed_position IS NULL AND NOT test'],
    ['events_occurred', '(tenant_id, occurred_at, event_id)'],
    ['events_order', '(tenant_id, order_id) WHERE order_id IS NOT NULL'],
  ],
  primaryKey: '(tenant_id, event_id)',
};
const LOGS = [ATTEMPTS, DELIVERIES, EVENTS];

/** Counts on from the identity's sequence: a partition can't have an identity of its own since PostgreSQL 17. */
const POSITIONS = `
DO $$
BEGIN
  LOCK TABLE events IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE SEQUENCE event_positions START %s', (
    SELECT last_value + 1 FROM events_position_seq
  ));
  ALTER TABLE events ALTER position DROP IDENTITY, ALTER position SET DEFAULT nextval('event_positions');
END $$;
`;

export const steps: readonly Step[] = [
  IDS,
  NEW_LOGS,
  // Before the indexes: building them waits for the calls of the function as it was.
  DELIVER,
  {
    index: 'events_position',
    create: 'CREATE INDEX CONCURRENTLY events_position ON events (tenant_id, feed_position)',
  },
  {
    index: 'webhook_deliveries_event',
    create: 'CREATE INDEX CONCURRENTLY webhook_deliveries_event ON webhook_deliveries (tenant_id, event_id)',
  },
  ...LOGS.flatMap(({ table, key }) => [
    `ALTER TABLE ${table} ADD CONSTRAINT has_random_id CHECK (${key} >= '${FIRST_RANDOM_ID}') NOT VALID`,
    `ALTER TABLE ${table} VALIDATE CONSTRAINT has_random_id`,
  ]),
  // A partition that a foreign key leads to can't be dropped without reading what refers to it, and one that has a foreign key can't
  // be dropped without locking the table it leads to: tenants, which every request reads.
  'ALTER TABLE webhook_queue DROP CONSTRAINT webhook_queue_tenant_id_delivery_id_fkey',
  'ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_tenant_id_event_id_fkey',
  'ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_tenant_id_registration_id_fkey',
  'ALTER TABLE events DROP CONSTRAINT events_tenant_id_fkey',
  POSITIONS,
  MAKE_PARTITIONS,
  ...LOGS.map((log) => divide(log, FIRST_RANDOM_ID)),
  'SELECT make_log_partitions(clock_timestamp())',
  EMIT,
  'ALTER TABLE webhook_deliveries ALTER id SET DEFAULT new_log_id()',
  'ALTER TABLE events ALTER event_id SET DEFAULT new_log_id()',
  // Without it, a position could not be in two partitions; feed positions are assigned by one transaction at a time.
  { dropIndex: 'events_feed' },
];
