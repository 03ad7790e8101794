import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { deleteEndpoint } from '../../../server/webhooks/endpoints/delete-endpoint.ts';
import {
  addUser,
  ageAlerts,
  alertsOf,
  emailsOf,
  failingFor,
  statesOf,
  switchedOff,
  watchOnce,
  works,
} from '../../support/alerts.ts';
import { dueFor, lease } from '../../support/due-deliveries.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { captureLog, emit, subscribed } from '../../support/webhook-fixtures.ts';
import { letTimePass, register, sendTest, switchEndpoint } from '../../support/webhooks.ts';

const URL = 'https://erp:senha@erp.example:8443/hooks/pedidos?token=segredo&loja=7#x';

async function shop() {
  const environment = await useTestEnvironment();
  const { context } = environment;
  const { tenantId } = await environment.tenant();
  const { id } = await register(context, tenantId, URL, ['product.created']);
  return { environment, context, tenantId, key: { tenantId, id } };
}

describe('an endpoint that gets its events late', () => {
  /** Two deliveries: one in flight unless told otherwise, and one that has been due for some time. */
  async function lateShop(seconds: number, inFlight = true) {
    const { environment, context, tenantId, key } = await shop();
    await emit(context, tenantId, 'product.created', 2);
    if (inFlight) await lease(context, key.id, 30);
    await dueFor(context, key.id, seconds);
    return { environment, context, tenantId, key };
  }

  it.each([
    ['15 minutes', 901, true, ['endpoint_late open']],
    ['less', 880, true, []],
    ['an hour, because no worker handles it', 3_600, false, []],
  ])('for %s', async (_words, seconds, inFlight, expected) => {
    const { context, tenantId } = await lateShop(seconds, inFlight);
    await watchOnce(context);
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual(expected);
  });

  it('is not told twice if it fails, and its alert becomes that of failing', async () => {
    const { context, tenantId, key } = await lateShop(3_600);
    await watchOnce(context);
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual(['endpoint_late superseded', 'endpoint_failing open']);
  });

  it('has no alert anymore once nothing has waited that long for 10 minutes, and staff are told of both', async () => {
    const { context, tenantId, key } = await lateShop(3_600);
    await addUser(context, tenantId);
    await watchOnce(context);
    expect(await alertsOf(context, tenantId)).toMatchObject([
      {
        kind: 'endpoint_late',
        subject_id: key.id,
        details: { description: '', dueSince: expect.any(String) },
      },
    ]);
    await dueFor(context, key.id, 60);
    await watchOnce(context);
    expect(await alertsOf(context, tenantId)).toMatchObject([{ recovering: true, resolution: null }]);
    await ageAlerts(context, '10 minutes');
    await context.db.query(`UPDATE alert_emails SET status = 'sent'`, []);
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual(['endpoint_late recovered']);
    expect(await emailsOf(context, tenantId)).toEqual([
      'ana@loja.example endpoint_late opened sent',
      'ana@loja.example endpoint_late closed pending',
    ]);
  });
});

describe('an endpoint that accepts nothing', () => {
  it.each([
    ['20 attempts in an hour', '1 hour 1 second', 20, ['endpoint_failing open']],
    ['20 attempts in less than an hour', '59 minutes', 20, []],
    ['19 attempts in an hour', '5 hours', 19, []],
    ['less than 3 days', '2 days 23 hours', 20, ['endpoint_failing open']],
    ['3 days', '3 days 1 second', 20, ['endpoint_deactivation_due open']],
    ['3 days, with few attempts', '3 days 1 second', 1, ['endpoint_deactivation_due open']],
  ])('for %s', async (_words, interval, attempts, expected) => {
    const { context, tenantId, key } = await shop();
    await failingFor(context, key, interval, attempts);
    await watchOnce(context);
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual(expected);
  });

  it('opens an alert that names it without its secrets', async () => {
    const { context, tenantId, key } = await shop();
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    const [alert] = await alertsOf(context, tenantId);
    expect(alert).toMatchObject({
      subject_id: key.id,
      subject_name: 'https://erp.example:8443/hooks/pedidos?token=…&loja=…',
      details: { failingSince: expect.any(String), deactivationDue: expect.any(String) },
    });
    expect(JSON.stringify(alert)).not.toMatch(/senha|segredo/);
  });

  it('quotes the response to the last event, not to a test that was sent after it', async () => {
    const endpoint = await useEndpoint(
      (res, { headers }) => void res.writeHead(headers['x-service-test'] ? 200 : 503).end(),
    );
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    await emit(context, tenantId, 'product.created', 3);
    await worker.tick();
    await sendTest(context, key, 'order.created');
    await worker.tick();
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    expect(await alertsOf(context, tenantId)).toMatchObject([
      { details: { outcome: 'refused', responseStatus: 503 } },
    ]);
  });

  it('goes from one alert to the next, and never has two', async () => {
    const { context, tenantId, key } = await shop();
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    await failingFor(context, key, '3 days 1 hour');
    await watchOnce(context);
    await switchedOff(context, key);
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual([
      'endpoint_failing superseded',
      'endpoint_deactivation_due superseded',
      'endpoint_deactivated open',
    ]);
  });

  it('has no alert while the plan has no webhooks', async () => {
    const { context, tenantId, key } = await shop();
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    await context.db.query('UPDATE tenants SET webhooks_enabled = false', []);
    await watchOnce(context);
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual(['endpoint_failing not_in_plan']);
  });

  it('has no alert anymore when it is deactivated or deleted by staff', async () => {
    const { context, tenantId, key } = await shop();
    const other = { tenantId, id: (await register(context, tenantId, URL, [])).id };
    await failingFor(context, key, '2 hours');
    await failingFor(context, other, '2 hours');
    await watchOnce(context);
    await switchEndpoint(context, key, false);
    await context.db.transaction((tx) => deleteEndpoint(tx, OPERATOR, other));
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual([
      'endpoint_failing deactivated',
      'endpoint_failing deleted',
    ]);
  });

  it('has no alert anymore when it was switched off for failing, and is then deleted', async () => {
    const { context, tenantId, key } = await shop();
    await switchedOff(context, key);
    await watchOnce(context);
    await context.db.transaction((tx) => deleteEndpoint(tx, OPERATOR, key));
    await watchOnce(context);
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual(['endpoint_deactivated deleted']);
  });
});

describe('an endpoint that works again', () => {
  it('closes its alert once it has worked for 10 minutes', async () => {
    const { context, tenantId, key } = await shop();
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    await works(context, key);
    await watchOnce(context);
    await ageAlerts(context, '9 minutes');
    await watchOnce(context);
    expect(await alertsOf(context, tenantId)).toMatchObject([{ recovering: true, resolution: null }]);
    await ageAlerts(context, '1 minute');
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual(['endpoint_failing recovered']);
  });

  it('keeps its alert when it fails again meanwhile', async () => {
    const { context, tenantId, key } = await shop();
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    await works(context, key);
    await watchOnce(context);
    await failingFor(context, key, '1 minute', 1);
    await watchOnce(context);
    await ageAlerts(context, '1 hour');
    await works(context, key);
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual(['endpoint_failing open']);
  });

  it('after staff have activated it, only when it has accepted something', async () => {
    const { context, tenantId, key } = await shop();
    await switchedOff(context, key);
    await watchOnce(context);
    await switchEndpoint(context, key, true);
    await watchOnce(context);
    await ageAlerts(context, '1 hour');
    await watchOnce(context);
    expect(await alertsOf(context, tenantId)).toMatchObject([{ recovering: false, resolution: null }]);
    await works(context, key);
    await watchOnce(context);
    await ageAlerts(context, '10 minutes');
    await watchOnce(context);
    expect(await statesOf(context, tenantId)).toEqual(['endpoint_deactivated recovered']);
  });
});

describe('with real deliveries', () => {
  it('20 refused attempts count, and the first accepted one ends it', async () => {
    let healthy = false;
    const endpoint = await useEndpoint((res) => void res.writeHead(healthy ? 200 : 503).end());
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    const attempts = async (): Promise<object[]> =>
      context.db.query(
        'SELECT failed_attempts AS attempts, failing_since IS NOT NULL AS failing FROM webhook_registrations',
        [],
      );
    await emit(context, tenantId, 'product.created', 6);
    for (const expected of [6, 12, 18, 20]) {
      await letTimePass(context, tenantId);
      // An endpoint that the worker doesn't know is sent 4 at first.
      while ((await worker.tick()) > 0);
      expect(await attempts()).toEqual([{ attempts: expected, failing: true }]);
    }
    await context.db.query(
      `UPDATE webhook_registrations SET failing_since = failing_since - interval '1 hour'`,
      [],
    );
    await watchOnce(context);
    expect(await alertsOf(context, tenantId)).toMatchObject([
      { kind: 'endpoint_failing', subject_id: key.id, details: { outcome: 'refused', responseStatus: 503 } },
    ]);
    healthy = true;
    await letTimePass(context, tenantId);
    await worker.tick();
    expect(await attempts()).toEqual([{ attempts: 0, failing: false }]);
  });

  it('an activated endpoint counts as unproven until it accepts something', async () => {
    let healthy = false;
    const endpoint = await useEndpoint((res) => void res.writeHead(healthy ? 200 : 500).end());
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    const state = async () =>
      (
        await context.db.query<object>(
          'SELECT failed_attempts AS attempts, failing_since IS NOT NULL AS failing FROM webhook_registrations',
          [],
        )
      )[0];
    await failingFor(context, key, '6 days');
    await switchEndpoint(context, key, false);
    await switchEndpoint(context, key, true);
    expect(await state()).toEqual({ attempts: 20, failing: false });
    await emit(context, tenantId);
    await worker.tick();
    expect(await state()).toEqual({ attempts: 1, failing: true });
    await switchEndpoint(context, key, true);
    healthy = true;
    await letTimePass(context, tenantId);
    await worker.tick();
    expect(await state()).toEqual({ attempts: 0, failing: false });
  });
});

it('two processes at once open each alert once', async () => {
  const { context, tenantId, key } = await shop();
  const ids = [key.id];
  for (let n = 0; n < 9; n += 1) ids.push((await register(context, tenantId, URL, [])).id);
  for (const id of ids) await failingFor(context, { tenantId, id }, '2 hours');
  await Promise.all([watchOnce(context), watchOnce(context), watchOnce(context)]);
  expect((await alertsOf(context, tenantId)).map(({ subject_id }) => subject_id).sort()).toEqual(ids.sort());
});

it('1200 alerts at once are opened and closed in one run each, without reading whole tables', async () => {
  const { context, tenantId } = await shop();
  const { db } = context;
  await db.query(
    `INSERT INTO webhook_registrations (tenant_id, url, description, events, secret, failing_since, failed_attempts)
     SELECT $1, 'https://a.example', '', '{}', '', clock_timestamp() - interval '2 hours', 20 FROM generate_series(1, 1200)`,
    [tenantId],
  );
  // Statistics that know of no alert.
  await db.query('ANALYZE alerts, webhook_registrations', []);
  const rowsScanned = async (): Promise<number> => {
    await db.query('SELECT pg_stat_force_next_flush()', []);
    const [row] = await db.query<{ rows: number }>(
      `SELECT sum(seq_tup_read)::integer AS rows FROM pg_stat_user_tables
       WHERE relname IN ('alerts', 'webhook_registrations')`,
      [],
    );
    return row!.rows;
  };
  const before = await rowsScanned();
  await watchOnce(context);
  expect(await rowsScanned()).toBe(before);
  expect(new Set(await statesOf(context, tenantId))).toEqual(new Set(['endpoint_failing open']));
  await db.query('UPDATE webhook_registrations SET failing_since = NULL, failed_attempts = 0', []);
  await watchOnce(context);
  await ageAlerts(context, '10 minutes');
  const until = await rowsScanned();
  await watchOnce(context);
  expect(await rowsScanned()).toBe(until);
  expect(await statesOf(context, tenantId)).toEqual(Array(1200).fill('endpoint_failing recovered'));
});

it('logs each change with ids and nothing of the tenant', async () => {
  const { context, tenantId, key } = await shop();
  const { lines, log } = captureLog();
  await failingFor(context, key, '2 hours');
  await watchOnce(context, { log });
  await switchEndpoint(context, key, false);
  await watchOnce(context, { log });
  const ids = { tenant_id: tenantId, endpoint_id: key.id, kind: 'endpoint_failing' };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...ids, msg: 'an alert was opened' },
    { ...ids, msg: 'an alert was closed', resolution: 'deactivated' },
  ]);
  expect(lines.join()).not.toMatch(/erp[.:]/);
});
