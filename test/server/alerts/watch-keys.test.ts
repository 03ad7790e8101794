import { expect, it } from 'vitest';
import { deleteOldAlerts } from '../../../server/webhooks/alerts/retention.ts';
import { ageAlerts, alertsOf, statesOf, watchOnce } from '../../support/alerts.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

async function keyThatExpires(interval: string) {
  const environment = await useTestEnvironment();
  const { context } = environment;
  const { tenantId, addKey } = await environment.tenant();
  const { id } = await addKey(['orders.read'], '2099-01-01T00:00:00Z');
  const expiresIn = (text: string) =>
    context.db.query('UPDATE api_keys SET expires_at = clock_timestamp() + $2::interval WHERE id = $1', [
      id,
      text,
    ]);
  await expiresIn(interval);
  await watchOnce(context);
  return { context, tenantId, id, expiresIn };
}

it.each([
  ['7 days', ['api_key_expiring open']],
  ['1 minute', ['api_key_expiring open']],
  ['7 days 1 hour', []],
  ['-1 second', []],
])('a key that expires in %s', async (interval, expected) => {
  const { context, tenantId } = await keyThatExpires(interval);
  await watchOnce(context);
  expect(await statesOf(context, tenantId)).toEqual(expected);
});

it('the alert names the key by its name and prefix', async () => {
  const { context, tenantId, id } = await keyThatExpires('3 days');
  expect(await alertsOf(context, tenantId)).toMatchObject([
    {
      subject_id: id,
      subject_name: 'test',
      details: { prefix: expect.stringMatching(/^tp_/), lastUsedAt: null },
    },
  ]);
});

it.each([
  ['it is deactivated', 'UPDATE api_keys SET active = false WHERE expires_at IS NOT NULL', 'deactivated'],
  ['it is deleted', 'DELETE FROM api_keys WHERE expires_at IS NOT NULL', 'deleted'],
  [
    'it has expired',
    "UPDATE api_keys SET expires_at = clock_timestamp() WHERE expires_at < '2090-01-01'",
    'expired',
  ],
  ['its expiry is put off', "UPDATE api_keys SET expires_at = expires_at + interval '1 year'", 'superseded'],
  ['the plan has no API', 'UPDATE tenants SET api_enabled = false', 'not_in_plan'],
])('its alert closes when %s', async (_words, sql, resolution) => {
  const { context, tenantId } = await keyThatExpires('3 days');
  await context.db.query(sql, []);
  await watchOnce(context);
  await watchOnce(context);
  expect(await statesOf(context, tenantId)).toEqual([`api_key_expiring ${resolution}`]);
});

it('closed alerts are deleted after 90 days with their e-mails, open ones stay', async () => {
  const { context, tenantId, expiresIn } = await keyThatExpires('3 days');
  await expiresIn('-1 second');
  await watchOnce(context);
  await expiresIn('3 days');
  await watchOnce(context);
  await ageAlerts(context, '89 days 23 hours');
  expect(await deleteOldAlerts(context.db)).toBe(0);
  await ageAlerts(context, '2 hours');
  expect(await deleteOldAlerts(context.db)).toBe(1);
  expect(await statesOf(context, tenantId)).toEqual(['api_key_expiring open']);
});
