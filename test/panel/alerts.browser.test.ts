import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findPreferences } from '../../server/webhooks/alerts/preferences.ts';
import { ageAlerts, failingFor, smtpSettings, watchOnce, works } from '../support/alerts.ts';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { addUser } from '../support/panel.ts';
import { openPanelContext, type PanelContextOptions, PHONE } from '../support/panel-browser.ts';
import { useTestEnvironment } from '../support/test-environment.ts';
import { register } from '../support/webhooks.ts';
import { AXE } from './in-browser/axe.ts';
import { axeFindings } from './in-browser/axe-findings.ts';

const browser = fileBrowser();

/** Two open alerts of endpoints, one of a key, and one that is closed. */
async function shopWithAlerts() {
  const environment = await useTestEnvironment({ env: await smtpSettings() });
  const { context } = environment;
  const { tenantId, addKey } = await environment.tenant();
  const user = await addUser(environment, tenantId);
  const endpoints: { tenantId: number; id: number }[] = [];
  for (const url of [
    'https://erp.serraalta.com.br/hooks',
    'https://bi.serraalta.com.br/tradepost/eventos?loja=7',
    URL,
  ])
    endpoints.push({ tenantId, id: (await register(context, tenantId, url, [])).id });
  await failingFor(context, endpoints[2]!, '2 hours');
  await watchOnce(context);
  await works(context, endpoints[2]!);
  await watchOnce(context);
  await ageAlerts(context, '3 hours');
  await failingFor(context, endpoints[0]!, '2 hours');
  await failingFor(context, endpoints[1]!, '3 days 2 hours');
  const { id } = await addKey([], '2099-01-01T00:00:00Z');
  await context.db.query(
    "UPDATE api_keys SET name = 'ERP Bling', expires_at = clock_timestamp() + interval '5 days' WHERE id = $1",
    [id],
  );
  await watchOnce(context);
  return { environment, context, tenantId, user };
}

const URL = 'https://armazem.serraalta.com.br/hooks';

async function open(
  { environment, user }: Awaited<ReturnType<typeof shopWithAlerts>>,
  path: string,
  options: PanelContextOptions = {},
): Promise<Page> {
  const window: BrowserContext = await openPanelContext(browser(), environment.baseUrl, { user, ...options });
  onTestFinished(() => window.close());
  const page = await window.newPage();
  await page.goto(path);
  return page;
}

describe.skipIf(noBrowser)('alerts in a browser', () => {
  // pages.browser.test.ts looks at them in Portuguese, in each size and theme.
  it('are accessible and fit a phone in English, in the dark', async () => {
    const shop = await shopWithAlerts();
    for (const path of ['/panel/alerts', '/panel/account']) {
      const page = await open(shop, path, { locale: 'en', theme: 'dark', phone: true });
      await page.evaluate(AXE);
      expect(await page.evaluate(axeFindings, undefined)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        PHONE.width,
      );
    }
  });

  it.each([
    ['pt-BR', true, 'Avisos', 'Escolher o que chega por e-mail', 'um endpoint volta a funcionar', 'Salvar'],
    ['en', false, 'Alerts', 'Choose what comes by e-mail', 'an endpoint works again', 'Save'],
  ] as const)(
    'lead to the choice of e-mails (%s, JavaScript: %s)',
    async (locale, javaScript, tab, choose, kind, save) => {
      const shop = await shopWithAlerts();
      const page = await open(shop, '/panel/account', { locale, javaScript });
      await page.getByRole('link', { name: new RegExp(`^${tab}`) }).click();
      await page.getByRole('link', { name: choose }).click();
      await page.getByLabel(kind).uncheck();
      await page.locator('#alerts').getByRole('button', { name: save }).click();
      const { tenantId, user, context } = shop;
      // The box is clear before it's saved, too.
      const muted = async () => (await findPreferences(context.db, tenantId, user.id))?.muted;
      await expect.poll(muted).toEqual(['endpoint_recovered']);
      await expect.poll(() => page.getByLabel(kind).isChecked()).toBe(false);
    },
  );
});
