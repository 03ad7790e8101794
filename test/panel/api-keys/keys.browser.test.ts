import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileBrowser, noBrowser } from '../../support/browser.ts';
import { addUser, PASSWORD } from '../../support/panel.ts';
import { openPanelContext } from '../../support/panel-browser.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const WORDS = {
  'pt-BR': { allRead: 'Toda a leitura', all: 'Tudo: leitura e escrita', create: 'Criar chave' },
  en: { allRead: 'All read', all: 'All: read and write', create: 'Create key' },
} as const;

describe.skipIf(noBrowser)(`API keys in a browser${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment();
  const browser = fileBrowser();

  async function openKeys(
    options: { locale?: 'pt-BR' | 'en'; javaScript?: boolean } = {},
  ): Promise<{ page: Page; context: BrowserContext; keyId: number }> {
    const { tenantId, keyId } = await environment().tenant();
    const user = await addUser(environment(), tenantId);
    const context = await openPanelContext(browser(), environment().baseUrl, options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto('/panel/keys');
    await page.locator('input[name=email]').fill(user.email);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('main button[type=submit]').click();
    await page.waitForURL('**/panel/keys');
    return { page, context, keyId };
  }

  const statusWith = async (key: string): Promise<number> =>
    (await fetch(`${environment().baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } }))
      .status;

  const checked = (page: Page): Promise<number> => page.locator('table input:checked').count();

  describe.each(['pt-BR', 'en'] as const)('in %s', (locale) => {
    const text = WORDS[locale];

    it.each([true, false])(
      'staff log in, create a key, call the API with it and deactivate it; JavaScript: %s',
      async (javaScript) => {
        const { page } = await openKeys({ locale, javaScript });
        await page.locator('a[href="/panel/keys/new"]').click();
        await page.locator('input[name=name]').fill('ERP');
        await page.getByLabel(text.allRead).check();
        await page.getByRole('button', { name: text.create }).click();
        const key = (await page.locator('.once code').textContent())!;
        expect(await statusWith(key)).toBe(200);
        await page.goto('/panel/keys');
        await page.getByRole('link', { name: /^ERP\b/ }).click();
        await page.waitForURL(/keys\/\d+$/);
        await page.locator('a[href$="/deactivate"]').click();
        await page.locator('main button[type=submit]').click();
        await page.waitForURL('**/panel/keys');
        expect(await statusWith(key)).toBe(401);
      },
    );

    it('the two boxes above the table check the others at once', async () => {
      const { page } = await openKeys({ locale });
      await page.goto('/panel/keys/new');
      await page.getByLabel(text.allRead).check();
      expect(await checked(page)).toBe(7);
      await page.getByLabel(text.all).check();
      expect(await checked(page)).toBe(14);
      await page.locator('input[value="orders.read"]').uncheck();
      expect(await page.getByLabel(text.all).isChecked()).toBe(false);
      expect(await page.getByLabel(text.allRead).isChecked()).toBe(false);
      expect(await checked(page)).toBe(13);
    });
  });

  it('a double click on the button shows the key', async () => {
    const { page } = await openKeys({ locale: 'en' });
    await page.goto('/panel/keys/new');
    await page.locator('input[name=name]').fill('ERP');
    await page.getByLabel('All read').check();
    await page.getByRole('button', { name: 'Create key' }).dblclick();
    expect(await statusWith((await page.locator('.once code').textContent())!)).toBe(200);
  });

  it('reloading the page with the key creates no other and shows none', async () => {
    const { page } = await openKeys({ locale: 'en' });
    await page.goto('/panel/keys/new');
    await page.locator('input[name=name]').fill('ERP');
    await page.getByLabel('All read').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.locator('.once').waitFor();
    await page.reload();
    expect(await page.locator('h1').textContent()).toBe('This form has already created a key');
    expect(await page.locator('.once').count()).toBe(0);
    await page.goto('/panel/keys');
    expect(await page.locator('tbody tr').count()).toBe(2);
    await page.goBack();
    expect(await page.content()).not.toMatch(/tp_[0-9A-Za-z]{38}/);
  });

  it('shows the date only with its choice, also without JavaScript', async () => {
    const { page } = await openKeys({ locale: 'en', javaScript: false });
    await page.goto('/panel/keys/new');
    expect(await page.locator('input[name=date]').isVisible()).toBe(false);
    await page.getByLabel('Until a date').check();
    expect(await page.locator('input[name=date]').isVisible()).toBe(true);
  });

  it.each([
    '<script>document.title="x"</script>',
    `"' onmouseover="document.title='x'" a="`,
    '\u202eERP 👩‍🌾',
  ])('the name %j does nothing', async (name) => {
    const { page, keyId } = await openKeys();
    await environment().context.db.query('UPDATE api_keys SET name = $2 WHERE id = $1', [keyId, name]);
    for (const at of ['', `/${keyId}`, `/${keyId}/successor`, `/${keyId}/deactivate`, `/${keyId}/delete`]) {
      await page.goto(`/panel/keys${at}`);
      expect(await page.locator('main').innerText()).toContain(name);
      expect(await page.locator('main script, main [onmouseover]').count()).toBe(0);
      expect(await page.title()).not.toBe('x');
    }
  });
});
