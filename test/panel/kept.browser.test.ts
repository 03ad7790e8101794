import type { BrowserContext, Page, Route } from 'playwright-core';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { ROLES } from '../../server/accounts/staff/rules/roles.ts';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { ownDatabase } from '../support/databases.ts';
import { freePort } from '../support/free-port.ts';
import { addUser, PASSWORD, type TestUser } from '../support/panel.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { logRefused, refusedRequest } from '../support/refused-requests.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { openTestEnvironment } from '../support/test-environment.ts';

describe.skipIf(noBrowser)(
  `what somebody did isn't lost${noBrowser ? ` (skipped: ${noBrowser})` : ''}`,
  () => {
    const environment = sharedEnvironment();
    const browser = fileBrowser();

    async function staff(javaScript = true, at = environment()) {
      const { tenantId, keyId } = await at.tenant();
      await logRefused(at.context.db, [refusedRequest(tenantId, { apiKeyId: keyId })]);
      const user = await addUser(at, tenantId, { permissions: ROLES.owner });
      const context = await openPanelContext(browser(), at.baseUrl, { user, javaScript });
      onTestFinished(() => context.close());
      return { user, context, page: await context.newPage() };
    }

    it.each([true, false])(
      'when the session ends in the middle of a form (JavaScript %s)',
      async (javaScript) => {
        const { page, context, user } = await staff(javaScript);
        await page.goto('/panel/webhooks/new');
        await fillEndpoint(page);
        await context.clearCookies();
        await save(page);
        await logIn(page, user);
        await page.locator('[data-kept]').waitFor();
        const button = page.locator('[data-kept] button');
        await (javaScript ? button.waitFor({ state: 'hidden' }) : button.click());
        await expectEndpoint(page);
        await save(page);
        await page.getByRole('heading', { name: 'ERP de produção' }).waitFor();
      },
    );

    it('when a page with a link to pass on is loaded again: the link stays valid, and there is no other', async () => {
      const { page, context } = await staff();
      await page.goto('/panel/team/invite');
      await page.fill('main [name=email]', 'iara@serraalta.com.br');
      await page.locator('[name=role][value=viewer]').check();
      await page.locator('main form button[type=submit]').click();
      const link = await page.locator('.once code').innerText();
      await page.reload();
      await page.getByText('iara@serraalta.com.br').waitFor();
      expect(new URL(page.url()).pathname).toBe('/panel/team');
      const answer = await context.request.get(new URL(link).pathname);
      expect(answer.status()).toBe(200);
    });

    it('when the language is changed, of the login too', async () => {
      const { page, context } = await staff();
      await page.goto('/panel/webhooks/new');
      await fillEndpoint(page);
      await page.getByRole('button', { name: 'EN', exact: true }).click();
      await page.getByRole('heading', { name: 'New webhook' }).waitFor();
      await expectEndpoint(page);
      await context.clearCookies();
      await page.goto('/panel/login');
      await page.fill('[name=email]', 'ana@serraalta.com.br');
      await page.fill('[name=password]', 'segredo');
      await page.getByRole('button', { name: 'EN', exact: true }).click();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      expect(await page.inputValue('[name=email]')).toBe('ana@serraalta.com.br');
      expect(await page.inputValue('[name=password]')).toBe('');
      expect(await page.evaluate("sessionStorage.getItem('typed')")).toBeNull();
    });

    it('when there is no connection: a row, a link and a form wait for it', async () => {
      const { page, context } = await staff();
      await page.goto('/panel/requests');
      await offline(context, page, () => page.locator('a.row').click());
      await page.locator('.request-detail').waitFor();
      await offline(context, page, () => page.getByRole('link', { name: 'Webhooks', exact: true }).click());
      await page.waitForURL(/webhooks$/);
      await page.goto('/panel/webhooks/new');
      await fillEndpoint(page);
      await offline(context, page, () => save(page));
      await page.getByRole('heading', { name: 'ERP de produção' }).waitFor();
    });

    it('when the service is down: a row, a link and a form wait until it runs again', async () => {
      const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
      onTestFinished(() => database.drop());
      const options = { database, env: { PORT: String(await freePort()) } };
      let service = await openTestEnvironment(options);
      onTestFinished(() => service.close());
      const { page } = await staff(true, service);
      const whileDown = async (act: () => Promise<void>) => {
        await service.close();
        await act();
        await page.locator('.offline', { hasText: 'Sem conexão com o servidor' }).waitFor();
        service = await openTestEnvironment(options);
      };
      await page.goto('/panel/requests');
      await whileDown(() => page.locator('a.row').click());
      await page.locator('.request-detail').waitFor();
      expect(await page.locator('.offline').isVisible()).toBe(false);
      await whileDown(() => page.getByRole('link', { name: 'Webhooks', exact: true }).click());
      await page.waitForURL(/webhooks$/);
      await page.goto('/panel/webhooks/new');
      await fillEndpoint(page);
      await whileDown(() => save(page));
      await page.getByRole('heading', { name: 'ERP de produção' }).waitFor();
    });

    it.each([502, 503, 504])('when a balancer answers %i in place of the service', async (status) => {
      const { page } = await staff();
      const answer = (method: string) => (route: Route) =>
        route.request().method() === method
          ? route.fulfill({ status, body: '<h1>No server is available</h1>' })
          : route.fallback();
      await page.goto('/panel/requests');
      await page.route('**', answer('GET'));
      await page.locator('a.row').click();
      await page.locator('.offline').waitFor();
      expect(await page.locator('a.row').count()).toBeGreaterThan(0);
      await page.unroute('**');
      await page.getByRole('button', { name: 'Tentar de novo' }).click();
      await page.locator('.request-detail').waitFor();
      expect(await page.locator('.offline').isVisible()).toBe(false);
      await page.goto('/panel/webhooks/new');
      await fillEndpoint(page);
      await page.route('**', answer('HEAD'));
      await save(page);
      await page.locator('.offline').waitFor();
      await expectEndpoint(page);
      await page.unroute('**');
      await page.getByRole('heading', { name: 'ERP de produção' }).waitFor();
    });
  },
);

async function fillEndpoint(page: Page): Promise<void> {
  await page.fill('[name=url]', 'http://localhost:4000/hooks');
  await page.fill('[name=description]', 'ERP de produção');
  await page.locator('[name=events][value="order.created"]').check();
}

async function expectEndpoint(page: Page): Promise<void> {
  expect(await page.inputValue('[name=url]:not([type=hidden])')).toBe('http://localhost:4000/hooks');
  expect(await page.inputValue('[name=description]:not([type=hidden])')).toBe('ERP de produção');
  const checked = page.locator('[name=events]:checked');
  expect(await checked.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('value')))).toEqual([
    'order.created',
  ]);
}

const save = (page: Page): Promise<void> => page.locator('form.form .button.primary').click();

async function logIn(page: Page, { email }: TestUser): Promise<void> {
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', PASSWORD);
  await page.locator('form.login .button.primary').click();
}

/** It's said, and happens by itself when the connection is back. */
async function offline(context: BrowserContext, page: Page, act: () => Promise<void>): Promise<void> {
  await context.setOffline(true);
  await act();
  await page.locator('.offline', { hasText: 'Sem conexão com o servidor' }).waitFor();
  await context.setOffline(false);
}
