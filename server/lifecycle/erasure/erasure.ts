import type { Schemas } from '../../base/contract.ts';
import { findById } from '../../db/sql/statement.ts';

export type Erasure = Schemas['CustomerErasure'];
export type ErasedCounts = Erasure['erased'];

/** What a worker does, in this order. The customer comes first, with the request. */
export const STEPS = [
  'orders',
  'idempotent_responses',
  'events',
  'deliveries',
  'refused_requests',
  'audit_entries',
] as const satisfies readonly Erasure['steps'][number]['name'][];
export type StepName = (typeof STEPS)[number];

export interface ErasureRow extends Omit<Erasure, 'steps' | 'erased' | 'exemptions'> {
  readonly step: StepName;
  /** JSON text. */
  readonly erased: string;
}

export const ERASURE_COLUMNS = `id, customer_id, status, reason, actor, step, erased, iso(created_at) AS created_at,
  iso(completed_at) AS completed_at`;

export const findErasure = findById<ErasureRow>(
  'get customer erasure',
  `SELECT ${ERASURE_COLUMNS} FROM customer_erasures WHERE tenant_id = :tenant_id`,
);

const NONE: ErasedCounts = {
  ...{ customers: 0, orders: 0, idempotent_responses: 0, events: 0 },
  ...{ deliveries: 0, attempts: 0, refused_requests: 0, audit_entries: 0 },
};

/** The reasons are for people; docs/privacy.md says more. */
const EXEMPTIONS: Erasure['exemptions'] = [
  { data: 'order_figures', reason: 'Accounting and taxes need what was sold, for how much and when.' },
  {
    data: 'fiscal_document_numbers',
    reason: 'Tax law has the seller keep issued documents. The document itself is where it was issued.',
  },
  {
    data: 'identifiers',
    reason: 'Ids of rows, and your external ids of orders, tie the figures together.',
  },
  { data: 'staff', reason: 'Salespeople and the keys that wrote are not the customer.' },
  {
    data: 'backups',
    reason: 'They are replaced in turn. After a restore, the operator replays the erasures.',
  },
];

/** As the contract shows it. */
export function toErasure({ step, erased, ...row }: ErasureRow): Erasure {
  const at = row.status === 'completed' ? STEPS.length : STEPS.indexOf(step);
  const statusOf = (index: number) => (index < at ? 'done' : index === at ? 'running' : 'waiting');
  const later = STEPS.map((name, index) => ({ name, status: statusOf(index) }) as const);
  return {
    ...row,
    steps: [{ name: 'customer', status: 'done' }, ...later],
    erased: addCounts(NONE, JSON.parse(erased) as Partial<ErasedCounts>),
    exemptions: EXEMPTIONS,
  };
}

export const addCounts = <Counts extends Partial<ErasedCounts>>(
  counts: Counts,
  more: Partial<ErasedCounts>,
): Counts => {
  const sums = Object.entries(more).map(([kind, n]) => [kind, (counts[kind as keyof ErasedCounts] ?? 0) + n]);
  return { ...counts, ...Object.fromEntries(sums) };
};
