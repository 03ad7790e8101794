import { listAudit, type RecordedEntry } from '../../accounts/audit/list.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import { type DeliveryDetail, findDelivery } from '../../webhooks/log/delivery-detail.ts';
import { findDeliveries, findDeliveryTenant, resend } from '../../webhooks/recovery/resend.ts';
import type { DeliveryKey } from '../../webhooks/recovery/resend-audit.ts';
import { explain } from '../../webhooks/send/meaning/meaning.ts';
import type { Context } from '../context.ts';
import type { CommandContext } from './action.ts';
import type { CommandResult, CommandRows } from './print.ts';

function requireUuid(id: string, what: string): void {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new ConfigError(`${id} is not ${what}.`);
}

const MAX_RESENDS = 100;
/** A worker looks for what is due once a second, and is told of what is new. Beyond this, other deliveries went first. */
const AT_ONCE_SECONDS = 2;

/** What happened to a delivery, or to all those of an event, a row each: why it was late is where the seconds are many. */
export async function showDelivery(context: CommandContext, id: string): Promise<CommandRows> {
  requireUuid(id, 'the id of a delivery or an event');
  const found = await findDeliveries(context.db, id);
  if (found.length === 0) throw new ConfigError(`There is no delivery ${id}, and no event with deliveries.`);
  const rows: CommandRows[] = [];
  for (const key of found) rows.push(await stepsOf(context, key));
  return rows.flat();
}

async function stepsOf({ db, nowMs }: Context, { tenantId, id }: DeliveryKey): Promise<CommandRows> {
  const delivery = await findDelivery(db, tenantId, id);
  if (delivery === undefined) return [];
  const of = { target: { type: 'delivery', id }, action: 'delivery.resent' } as const;
  const resends = await listAudit(db, tenantId, of, { limit: MAX_RESENDS });
  return withWaits(timelineOf(delivery, resends, nowMs()));
}

/** An attempt that nothing delayed begins at once after its event or its resend. When a retry was due isn't kept. */
function withWaits(steps: readonly Step[]): CommandRows {
  return steps.map(({ at, meaning, ...row }, i) => {
    const before = steps[i - 1];
    const afterSeconds = before ? (Date.parse(at) - Date.parse(before.at)) / 1000 : 0;
    const wasDue = row.step.startsWith('attempt') && (i === 1 || before?.step === 'resent');
    const waited =
      wasDue && afterSeconds > AT_ONCE_SECONDS ? `It waited ${Math.round(afterSeconds)} s. ${WAITS}` : null;
    return {
      at,
      after_seconds: afterSeconds,
      ...row,
      meaning: [waited, meaning].filter(Boolean).join(' ') || null,
    };
  });
}

const WAITS =
  'A slow endpoint gets a few at a time, tenants take turns, and what is held or inactive waits: the log has waited_ms.';

interface Step {
  readonly at: string;
  readonly step: string;
  readonly result: string;
  readonly duration_ms: number | null;
  /** What the attempt's ending means, and what to do. */
  readonly meaning: string | null;
}

const NONE = { duration_ms: null, meaning: null };

function timelineOf(
  { createdAt, dueAt, status, attempts, ...of }: DeliveryDetail,
  resends: readonly RecordedEntry[],
  nowMs: number,
): Step[] {
  const isUnderWay = attempts.at(-1)?.outcome === null;
  const held = of.isHeld ? `${status}, held by an operator` : status;
  const waiting = of.endpointActive ? held : `${status}, while endpoint ${of.endpointId} is inactive`;
  const done = [
    ...attempts.map(attemptStep),
    ...resends.map(({ at, actorName }) => ({ at, step: 'resent', result: actorName ?? 'operator', ...NONE })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  const lastAt = done.at(-1)?.at ?? createdAt;
  // A resend is recorded a moment after it has made its delivery due.
  const due = (at: string): Step => {
    const waits = waiting === status && nowMs - Date.parse(at) > AT_ONCE_SECONDS * 1000;
    const result = waits ? `${status}, waits for its turn` : waiting;
    return { at: at < lastAt ? lastAt : at, step: 'due', result, ...NONE, ...(waits && { meaning: WAITS }) };
  };
  return [
    {
      at: createdAt,
      step: of.kind,
      result: `tenant ${of.tenantId}, endpoint ${of.endpointId}, delivery ${of.id}`,
      ...NONE,
    },
    ...done,
    ...(dueAt !== null && !isUnderWay ? [due(dueAt)] : []),
  ];
}

const attemptStep = (attempt: DeliveryDetail['attempts'][number]): Step => ({
  at: attempt.startedAt,
  step: `attempt ${attempt.number}`,
  result: [attempt.outcome ?? 'under way', attempt.responseStatus, attempt.detail]
    .filter((part) => part !== null)
    .join(' '),
  duration_ms: attempt.durationMs,
  meaning: explain(attempt, 'en') || null,
});

export async function resendDelivery(context: CommandContext, id: string): Promise<CommandResult> {
  const { db } = context;
  requireUuid(id, 'a delivery id');
  const tenantId = await findDeliveryTenant(db, id);
  const result = tenantId === undefined ? 'unknown' : await resend(db, context.operator, { tenantId, id });
  if (result !== 'resent' && result !== 'held')
    throw new ConfigError(`There is no delivery ${id}, or it is being sent right now.`);
  return { delivery_id: id, status: 'PENDING', ...(result === 'held' && { held: true }) };
}
