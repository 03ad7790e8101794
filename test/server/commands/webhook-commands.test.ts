import { describe, expect, it } from 'vitest';
import { advanceRecoveries } from '../../../server/webhooks/recovery/advance-recoveries.ts';
import { runCommand as runProcess } from '../../support/command.ts';
import { report, runCommand } from '../../support/in-process-command.ts';
import { emit, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, register, switchEndpoint } from '../../support/webhooks.ts';

const NOWHERE = 'http://127.0.0.1:9/';

/** Endpoint 1 of tenant 1, and commands that run on its database. */
async function commanded() {
  const made = await subscribed(NOWHERE);
  const env = { DATABASE_URL: made.environment.databaseUrl, TRADEPOST_SECRET_KEY: 'test'.repeat(16) };
  const webhook = (...args: string[]) => report<Record<string, unknown>>(['webhook', ...args], env);
  /** Runs a command that is refused, and returns its error message. */
  const refusal = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand(['webhook', ...args], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    return stderr.trimEnd();
  };
  return { ...made, env, webhook, refusal, id: String(made.key.id) };
}

describe('tradepost webhook', () => {
  it('deactivate and activate print the new status, in JSON and in lines', async () => {
    const { context, env, webhook, id } = await commanded();
    expect(await webhook('deactivate', id)).toEqual({ webhook_id: 1, status: 'inactive' });
    const registration = 'SELECT active, inactive_reason FROM webhook_registrations';
    expect(await context.db.query(registration, [])).toEqual([{ active: false, inactive_reason: 'staff' }]);
    const { code, stdout } = await runProcess(['webhook', 'activate', id], env);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'webhook_id: 1\nstatus: active\n' });
    expect(await context.db.query(registration, [])).toEqual([{ active: true, inactive_reason: null }]);
  });

  it('rotate-secret shows the new secret once and stores it encrypted', async () => {
    const { context, env, secret: old, id } = await commanded();
    const { code, stdout, stderr } = await runProcess(['webhook', 'rotate-secret', id, '--json'], env);
    const { secret, ...rest } = JSON.parse(stdout) as { secret: string };
    expect({ code, stderr, rest }).toEqual({ code: 0, stderr: '', rest: { webhook_id: 1 } });
    expect(secret).toMatch(/^[0-9A-Za-z]{64}$/);
    expect(secret).not.toBe(old);
    const kept = await context.db.query<{ secret: Buffer; previous_secret: Buffer }>(
      'SELECT secret, previous_secret FROM webhook_registrations',
      [],
    );
    expect(kept[0]!.secret.includes(secret) || kept[0]!.previous_secret.includes(old)).toBe(false);
  });

  it('list shows the endpoints of a tenant, as a table too, and never a secret', async () => {
    const { env, webhook, tenantId, secret } = await commanded();
    const listed = await webhook('list', '--tenant', String(tenantId));
    expect(listed).toMatchObject([
      { webhook_id: 1, url: NOWHERE, status: 'active', inactive_reason: null, events: ['product.created'] },
    ]);
    const { stdout } = await runCommand(['webhook', 'list', '--tenant', String(tenantId)], env);
    expect(stdout).toContain(`1           ${NOWHERE}  -            active`);
    expect(`${stdout}${JSON.stringify(listed)}`).not.toContain(secret);
  });

  it('update sets and removes headers, lists them masked, and refuses ours', async () => {
    const { env, webhook, refusal, id, tenantId } = await commanded();
    const mask = '••••••••';
    const both = ['--header', 'X-Api-Key: segredo', '--header', 'X-Loja: 7'];
    expect(await webhook('update', id, ...both)).toMatchObject({
      headers: [`x-api-key: ${mask}`, `x-loja: ${mask}`],
    });
    const changed = await webhook('update', id, '--remove-header', 'X-Loja', '--header', 'x-api-key: other');
    expect(changed).toMatchObject({ headers: [`x-api-key: ${mask}`] });
    const { stdout } = await runCommand(['webhook', 'list', '--tenant', String(tenantId), '--json'], env);
    expect(stdout).not.toMatch(/segredo|other/);
    expect(await refusal('update', id, '--header', 'Host: x')).toContain('host belongs to HTTP');
    expect(await refusal('update', id, '--remove-header', 'x-loja')).toContain('has no header x-loja');
  });

  it('delivery show tells what happened to a delivery, and when', async () => {
    const { context, env, tenantId, key, worker } = await commanded();
    await emit(context, tenantId);
    await worker.tick();
    await switchEndpoint(context, key, false);
    const { id } = (await deliveriesOf(context, tenantId))[0]!;
    const shown = await report(['delivery', 'show', id], env);
    expect(shown).toMatchObject([
      { step: 'product.created', result: `tenant ${tenantId}, endpoint 1, delivery ${id}`, after_seconds: 0 },
      { step: 'attempt 1', result: 'connection ECONNREFUSED', duration_ms: expect.any(Number) },
      { step: 'due', result: 'RETRYING, while endpoint 1 is inactive', after_seconds: expect.any(Number) },
    ]);
    const [{ event_id }] = (await context.db.query<{ event_id: string }>(
      'SELECT event_id FROM events',
      [],
    )) as [{ event_id: string }];
    expect(await report(['delivery', 'show', event_id], env)).toEqual(shown);
    const none = await runCommand(['delivery', 'show', '7b0f0c1e-6b55-4c0e-9d5e-0f6f4f3f9a11'], env);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no delivery') });
  });

  it('delivery show says that a delivery waits for its turn, or waited', async () => {
    const { context, env, tenantId, worker } = await commanded();
    await emit(context, tenantId);
    const { id } = (await deliveriesOf(context, tenantId))[0]!;
    const earlier = (seconds: number): Promise<unknown> =>
      context.db.query(
        `WITH queued AS (UPDATE webhook_queue SET due_at = due_at - $1 * interval '1 s')
         UPDATE webhook_deliveries SET created_at = created_at - $1 * interval '1 s'`,
        [seconds],
      );
    await earlier(40);
    expect(await report(['delivery', 'show', id], env)).toMatchObject([
      { step: 'product.created' },
      { step: 'due', result: 'PENDING, waits for its turn', meaning: expect.stringContaining('take turns') },
    ]);
    await worker.tick();
    expect(await report(['delivery', 'show', id], env)).toMatchObject([
      { step: 'product.created' },
      { step: 'attempt 1', meaning: expect.stringMatching(/^It waited 4\d s\. /) },
      { step: 'due' },
    ]);
  });

  it('create warns of a URL that another endpoint has', async () => {
    const { webhook, tenantId } = await commanded();
    const options = ['--tenant', String(tenantId), '--url', NOWHERE, '--events', 'order.created'];
    expect(await webhook('create', ...options)).toMatchObject({
      warning: expect.stringContaining('webhook 1'),
    });
  });

  it('update changes only what it is given, and refuses what create refuses', async () => {
    const { webhook, refusal, id } = await commanded();
    expect(await webhook('update', id, '--description', 'ERP')).toMatchObject({
      url: NOWHERE,
      description: 'ERP',
      events: ['product.created'],
    });
    const url = 'http://localhost:9/new';
    expect(await webhook('update', id, '--url', url, '--events', 'order.created')).toMatchObject({
      url,
      description: 'ERP',
      events: ['order.created'],
    });
    expect(await refusal('update', id)).toBe(
      'Nothing to change. Use --url, --events, --description, --header or --remove-header.',
    );
    expect(await refusal('update', id, '--url', 'http://10.0.0.1/')).toBe(
      'The host 10.0.0.1 is a private address; webhooks are not sent there.',
    );
    expect(await refusal('update', id, '--events', 'order.lost')).toBe(
      '--events has an unknown event: order.lost.',
    );
  });

  it('delete names the URL; afterwards the endpoint is unknown', async () => {
    const { context, tenantId, webhook, refusal, id } = await commanded();
    expect(await webhook('delete', id)).toEqual({ webhook_id: 1, url: NOWHERE, status: 'deleted' });
    expect(await refusal('delete', id)).toBe('There is no webhook endpoint 1.');
    expect(await webhook('list', '--tenant', String(tenantId))).toEqual([]);
    const audited = 'SELECT action, actor_type FROM audit_entries ORDER BY id DESC LIMIT 1';
    expect(await context.db.query(audited, [])).toEqual([
      { action: 'endpoint.deleted', actor_type: 'operator' },
    ]);
  });

  it('test prints the id of the event that it sends', async () => {
    const { context, tenantId, webhook, id } = await commanded();
    const sent = await webhook('test', id, '--event', 'order.created');
    const [delivery, ...more] = await deliveriesOf(context, tenantId);
    expect(more).toEqual([]);
    expect(JSON.parse(delivery!.event_body)).toMatchObject({ event_type: 'order.created', test: true });
    expect(sent).toEqual({ webhook_id: 1, event_id: JSON.parse(delivery!.event_body).event_id });
  });

  it('test refuses an unknown event, several events, and an inactive endpoint', async () => {
    const { webhook, refusal, id } = await commanded();
    expect(await refusal('test', id, '--event', 'order.lost')).toBe(
      '--event has an unknown event: order.lost.',
    );
    expect(await refusal('test', id, '--event', 'order.created,product.created')).toBe(
      '--event is order.created,product.created; it must be a single event.',
    );
    await webhook('deactivate', id);
    expect(await refusal('test', id, '--event', 'order.created')).toBe(
      'Webhook endpoint 1 is inactive or held by an operator, or its tenant is suspended or has no webhooks in its plan.',
    );
  });

  it('recover only counts with --dry-run, otherwise begins; recovery prints its progress and stops it', async () => {
    const { context, tenantId, webhook, refusal, id } = await commanded();
    await webhook('deactivate', id);
    await emit(context, tenantId, 'product.created', 700);
    await webhook('activate', id);
    const range = ['--from', '2001-01-01T00:00:00Z'];
    expect(await webhook('recover', id, ...range, '--dry-run')).toEqual({
      webhook_id: 1,
      failed: 0,
      missed: 700,
    });
    expect(await deliveriesOf(context, tenantId)).toEqual([]);
    const begun = { recovery_id: 1, status: 'running', total: 700, resent: 0, missed: 0 };
    expect(await webhook('recover', id, ...range)).toEqual(begun);
    expect(await refusal('recover', id, ...range)).toBe(
      'Webhook endpoint 1 is inactive or already has a running recovery.',
    );
    await expect.poll(() => advanceRecoveries(context.db)).toBe(1);
    expect(await webhook('recovery', '1', '--webhook', id)).toEqual({ ...begun, missed: 500 });
    const stopped = { ...begun, status: 'stopped', missed: 500 };
    expect(await webhook('recovery', '1', '--webhook', id, '--stop')).toEqual(stopped);
    expect(await advanceRecoveries(context.db)).toBe(0);
  }, 600_000);

  it('recovery neither shows nor stops the recovery of another endpoint', async () => {
    const { context, tenantId, webhook, refusal, id } = await commanded();
    const other = await register(context, tenantId, NOWHERE, ['order.created']);
    await webhook('recover', id, '--from', '2001-01-01T00:00:00Z');
    expect(await refusal('recovery', '1', '--webhook', String(other.id), '--stop')).toBe(
      'Webhook endpoint 2 has no recovery 1.',
    );
    expect(await webhook('recovery', '1', '--webhook', id)).toMatchObject({ status: 'running' });
  });
});

describe('tradepost refuses in words', () => {
  it.each([
    ['an endpoint that does not exist', ['activate', '999'], 'There is no webhook endpoint 999.'],
    ['an invalid id', ['rotate-secret', 'one'], 'The id is one; it must be an integer from 1 to 2147483647.'],
    [
      'an invalid time',
      ['recover', '1', '--from', 'yesterday'],
      '--from is yesterday; it must be a time such as 2027-01-31T00:00:00Z.',
    ],
    [
      'a range that ends before it begins',
      ['recover', '1', '--from', '2026-02-01T00:00:00Z', '--until', '2026-01-01T00:00:00Z', '--dry-run'],
      '--from is 2026-02-01T00:00:00Z; it must be before --until, 2026-01-01T00:00:00Z.',
    ],
    [
      'a recovery that does not exist',
      ['recovery', '7', '--webhook', '1'],
      'Webhook endpoint 1 has no recovery 7.',
    ],
  ])('%s', async (_, args, sentence) => {
    const { refusal } = await commanded();
    expect(await refusal(...args)).toBe(sentence);
  });

  it('to resend a delivery with an invalid or unknown id', async () => {
    const { env } = await commanded();
    const resend = (id: string) => runCommand(['delivery', 'resend', id], env);
    expect(await resend('seven')).toMatchObject({ code: 2, stderr: 'seven is not a delivery id.\n' });
    const unknown = '0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51';
    expect(await resend(unknown)).toMatchObject({
      code: 2,
      stderr: `There is no delivery ${unknown}, or it is being sent right now.\n`,
    });
  });
});
