import { randomInt } from 'node:crypto';
import { webhooksOfPlan } from '../../accounts/tenants/store.ts';
import { type EventKind, eventKinds } from '../../base/contract.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import { type EndpointKey, findEndpointKey } from '../../webhooks/endpoint-key.ts';
import { setActive } from '../../webhooks/endpoints/activation.ts';
import { rotateSecret } from '../../webhooks/endpoints/secrets.ts';
import { sendTestEvent } from '../../webhooks/endpoints/test-event.ts';
import { countRecoverable, type Recoverable } from '../../webhooks/recovery/recoverable.ts';
import { findRecovery, type Recovery } from '../../webhooks/recovery/recovery.ts';
import { startRecovery, stopRecovery } from '../../webhooks/recovery/start-recovery.ts';
import type { Context } from '../context.ts';
import type { CommandContext } from './action.ts';
import { parseId, parseList, parseTime, requireFound } from './option-checks.ts';
import type { CommandResult } from './print.ts';
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
