import { describe, expect, it } from 'vitest';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { addUser } from '../support/panel.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { logRefused, refusedRequest } from '../support/refused-requests.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment();
const browser = fileBrowser();

describe.skipIf(noBrowser)('the requests that the API refused', () => {
  it.each([
    { locale: 'pt-BR', javaScript: true, button: 'Procurar', title: 'Falta um escopo à chave de API' },
    { locale: 'en', javaScript: true, button: 'Find', title: 'The API key lacks a scope' },
    { locale: 'pt-BR', javaScript: false, button: 'Procurar', title: 'Falta um escopo à chave de API' },
  ] as const)('a failed call is found by its request_id ($locale, JavaScript $javaScript)', async (given) => {
    const tenant = await environment().tenant();
    const user = await addUser(environment(), tenant.tenantId);
    const { key } = await tenant.addKey(['products.read']);
    const failed = await tenant.request('GET', '/orders', { key });
    const { request_id } = (await failed.json()) as { request_id: string };
    const context = await openPanelContext(browser(), environment().baseUrl, { ...given, user });
    const page = await context.newPage();
    const search = async (): Promise<number> => {
      await page.goto('/panel/requests');
      const box = page.locator('input[name=request_id]');
      // The page of a tenant without refused requests has none, and fill() would wait half a minute for it.
      if (!(await box.isVisible())) return 0;
      await box.fill(` ${request_id} `);
      await page.getByRole('button', { name: given.button }).click();
      return page.getByText(given.title).count();
    };
    await expect.poll(search).toBeGreaterThan(0);
    const row = page.locator('.request-detail');
    await row.getByText('orders.read').waitFor();
    await row.locator('a[href*="/docs/problems/"]').click();
    await page.getByRole('heading', { level: 1, name: 'The API key lacks a scope' }).waitFor();
    await context.close();
  });

  it.each([true, false])('opens and closes a row in its place (JavaScript %s)', async (javaScript) => {
    const { tenantId, keyId } = await environment().tenant();
    const refusals = Array.from({ length: 60 }, () => refusedRequest(tenantId, { apiKeyId: keyId }));
    await logRefused(environment().context.db, refusals);
    const user = await addUser(environment(), tenantId);
    const context = await openPanelContext(browser(), environment().baseUrl, { javaScript, user });
    const page = await context.newPage();
    await page.goto('/panel/requests');
    const link = page.locator('a.row').nth(30);
    await link.click();
    await page.locator('.request-detail').waitFor();
    expect(await page.locator('a.row[aria-expanded="true"]').count()).toBe(1);
    expect(await link.getAttribute('aria-expanded')).toBe('true');
    expect(new URL(page.url()).searchParams.get('open')).toMatch(/^[0-9a-f-]{36}$/);
    await link.click();
    await page.locator('.request-detail').waitFor({ state: 'detached' });
    await context.close();
  });
});
