import { randomInt } from 'node:crypto';
import { listAudit, type RecordedEntry } from '../../accounts/audit/list.ts';
import { webhooksOfPlan } from '../../accounts/tenants/store.ts';
import { type EventKind, eventKinds } from '../../base/contract.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import { type EndpointKey, findEndpointKey } from '../../webhooks/endpoint-key.ts';
import { setActive } from '../../webhooks/endpoints/activation.ts';
import { rotateSecret } from '../../webhooks/endpoints/secrets.ts';
import { sendTestEvent } from '../../webhooks/endpoints/test-event.ts';
import { type DeliveryDetail, findDelivery } from '../../webhooks/log/delivery-detail.ts';
import { countRecoverable, type Recoverable } from '../../webhooks/recovery/recoverable.ts';
import { findRecovery, type Recovery } from '../../webhooks/recovery/recovery.ts';
import { findDeliveryTenant, resend } from '../../webhooks/recovery/resend.ts';
import { startRecovery, stopRecovery } from '../../webhooks/recovery/start-recovery.ts';
import { explain } from '../../webhooks/send/meaning/meaning.ts';
import type { Context } from '../context.ts';
import type { CommandContext } from './action.ts';
import { parseId, parseList, parseTime, requireFound } from './option-checks.ts';
import type { CommandResult, CommandRows } from './print.ts';
import { verifySecretKey } from './secrets.ts';

/** Without webhooks in the plan no event is sent, and nothing would say why. */
export async function requireWebhooks({ db }: Context, tenantId: number): Promise<void> {
  const { plan, enabled } = await webhooksOfPlan(db, tenantId);
  if (!enabled) throw new ConfigError(`The plan of tenant ${tenantId}, ${plan}, doesn't include webhooks.`);
}

export const parseEventKinds = (text: string, option: string): readonly EventKind[] =>
  text === 'all' ? eventKinds : parseList(text, option, 'event', eventKinds);

export const requireEndpoint = ({ db }: Context, text: string): Promise<EndpointKey> =>
  requireFound('webhook endpoint', parseId(text, 'The id'), (id) => findEndpointKey(db, id));

export async function switchWebhook(
  context: CommandContext,
  text: string,
  active: boolean,
): Promise<CommandResult> {
  const { tenantId, id } = await requireEndpoint(context, text);
  if (active) await requireWebhooks(context, tenantId);
  await context.db.transaction((tx) => setActive(tx, context.operator, { tenantId, id }, active));
  return { webhook_id: id, status: active ? 'active' : 'inactive' };
}

export async function rotateWebhook(context: CommandContext, text: string): Promise<CommandResult> {
  const key = await requireEndpoint(context, text);
  await verifySecretKey(context);
  const rotated = await context.db.transaction((tx) =>
    rotateSecret(tx, context.operator, key, context.box, randomInt),
  );
  return { webhook_id: key.id, secret: rotated!.secret };
}

export async function testWebhook(
  context: CommandContext,
  text: string,
  { event }: { event: string },
): Promise<CommandResult> {
  const key = await requireEndpoint(context, text);
  const [kind, ...more] = parseEventKinds(event, '--event');
  if (more.length > 0) throw new ConfigError(`--event is ${event}; it must be a single event.`);
  const eventId = await context.db.transaction((tx) => sendTestEvent(tx, context.operator, key, kind!));
  if (eventId === undefined)
    throw new ConfigError(
      `Webhook endpoint ${key.id} is inactive or held by an operator, or its tenant is suspended or has no webhooks in its plan.`,
    );
  return { webhook_id: key.id, event_id: eventId };
}

export interface RecoverOptions {
  readonly from: string;
  readonly until?: string;
  readonly dryRun?: boolean;
}

export async function recoverWebhook(
  context: CommandContext,
  text: string,
  o: RecoverOptions,
): Promise<CommandResult> {
  const key = await requireEndpoint(context, text);
  const range = { from: parseTime(o.from, '--from'), until: parseTime(o.until ?? now(context), '--until') };
  if (new Date(range.from) >= new Date(range.until))
    throw new ConfigError(`--from is ${range.from}; it must be before --until, ${range.until}.`);
  if (o.dryRun) return countResult(key, await countRecoverable(context.db, key, range));
  await requireWebhooks(context, key.tenantId);
  const recovery = await startRecovery(context.db, context.operator, key, range);
  if (recovery) return recoveryResult(recovery);
  throw new ConfigError(`Webhook endpoint ${key.id} is inactive or already has a running recovery.`);
}

const now = ({ nowMs }: Context): string => new Date(nowMs()).toISOString();

/** `counted_events` only when there are more events in the range: the numbers are those of the first of them. */
const countResult = ({ id }: EndpointKey, { failed, missed, events, exact }: Recoverable): CommandResult => ({
  webhook_id: id,
  failed,
  missed,
  ...(!exact && { counted_events: events }),
});

const recoveryResult = ({ id, status, total, resent, missed }: Recovery): CommandResult => ({
  recovery_id: id,
  status,
  total,
  resent,
  missed,
});

export async function showRecovery(
  context: CommandContext,
  text: string,
  o: { webhook: string; stop?: boolean },
): Promise<CommandResult> {
  const key = await requireEndpoint(context, o.webhook);
  const id = parseId(text, 'The id');
  if (o.stop) await stopRecovery(context.db, context.operator, key, id);
  const recovery = await findRecovery(context.db, key, id);
  if (recovery) return recoveryResult(recovery);
  throw new ConfigError(`Webhook endpoint ${key.id} has no recovery ${id}.`);
}

/** Its tenant; undefined if there is none. */
async function tenantOfDelivery({ db }: Context, id: string): Promise<number | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new ConfigError(`${id} is not a delivery id.`);
  return findDeliveryTenant(db, id);
}

const MAX_RESENDS = 100;

/** What happened to a delivery, a row each: why it was late is where the seconds are many. */
export async function showDelivery(context: CommandContext, id: string): Promise<CommandRows> {
  const tenantId = await tenantOfDelivery(context, id);
  const delivery = tenantId === undefined ? undefined : await findDelivery(context.db, tenantId, id);
  if (delivery === undefined) throw new ConfigError(`There is no delivery ${id}.`);
  const target = { type: 'delivery', id } as const;
  const resends = await listAudit(
    context.db,
    tenantId!,
    { target, action: 'delivery.resent' },
    { limit: MAX_RESENDS },
  );
  let lastMs = Date.parse(delivery.createdAt);
  return timelineOf(delivery, resends).map(({ at, ...row }) => {
    const afterSeconds = (Date.parse(at) - lastMs) / 1000;
    lastMs = Date.parse(at);
    return { at, after_seconds: afterSeconds, ...row };
  });
}

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
  const due = (at: string): Step => ({
    at: at < lastAt ? lastAt : at,
    step: 'due',
    result: waiting,
    ...NONE,
  });
  return [
    { at: createdAt, step: of.kind, result: `tenant ${of.tenantId}, endpoint ${of.endpointId}`, ...NONE },
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
  const tenantId = await tenantOfDelivery(context, id);
  const result = tenantId === undefined ? 'unknown' : await resend(db, context.operator, { tenantId, id });
  if (result !== 'resent' && result !== 'held')
    throw new ConfigError(`There is no delivery ${id}, or it is being sent right now.`);
  return { delivery_id: id, status: 'PENDING', ...(result === 'held' && { held: true }) };
}
