import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../server/main/roles/service.ts';
import { startAlerts } from '../../../server/main/roles/start-alerts.ts';
import { openEmailTransport } from '../../../server/webhooks/alerts/email/transport.ts';
import { addUser, alertsOf, failingFor, watchOnce } from '../../support/alerts.ts';
import { useSmtpServer } from '../../support/smtp-server.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { captureLog } from '../../support/webhook-fixtures.ts';
import { register } from '../../support/webhooks.ts';

async function failingShop() {
  const { context, tenant } = await useTestEnvironment();
  const { tenantId } = await tenant();
  await addUser(context, tenantId);
  const { id } = await register(context, tenantId, 'https://erp.example/hooks', []);
  await failingFor(context, { tenantId, id }, '2 hours');
  return { context, tenantId };
}

it('a worker notices by itself, and two of them send one e-mail', async () => {
  const smtp = await useSmtpServer();
  const { context, tenantId } = await failingShop();
  const start = () =>
    startAlerts(
      { ...context, log: captureLog().log, config: { ...context.config, smtp: smtp.settings } },
      {
        transport: openEmailTransport(smtp.settings, { ca: smtp.ca }),
        watchIntervalMs: 5,
        emailIntervalMs: 5,
      },
    );
  const stops = [start(), start()];
  await expect.poll(() => smtp.received.length).toBe(1);
  await Promise.all(stops.map((stop) => stop()));
  expect(await alertsOf(context, tenantId)).toHaveLength(1);
  expect(smtp.received).toHaveLength(1);
});

it('/metrics has the number of open alerts by kind, from every process', async () => {
  const { context } = await failingShop();
  await watchOnce(context);
  const service = await startService({ ...context, config: { ...context.config, metricsPort: 0 } }, []);
  onTestFinished(() => service.stop());
  const text = await (await fetch(service.metricsAddress!)).text();
  expect(text.match(/^tradepost_alerts_open.*$/gm)).toEqual([
    'tradepost_alerts_open{kind="endpoint_failing"} 1',
    'tradepost_alerts_open{kind="endpoint_deactivation_due"} 0',
    'tradepost_alerts_open{kind="endpoint_deactivated"} 0',
    'tradepost_alerts_open{kind="endpoint_late"} 0',
    'tradepost_alerts_open{kind="api_key_expiring"} 0',
    'tradepost_alerts_open{kind="storage_full"} 0',
  ]);
});
