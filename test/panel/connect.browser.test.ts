import { describe, expect, it, onTestFinished } from 'vitest';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { addUser } from '../support/panel.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { useWorker } from '../support/webhooks.ts';

describe.skipIf(noBrowser)(`connecting a system${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment();
  const browser = fileBrowser();

  async function openForm(javaScript: boolean) {
    const { tenantId } = await environment().tenant();
    const user = await addUser(environment(), tenantId);
    const context = await openPanelContext(browser(), environment().baseUrl, { javaScript, user });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto('/panel/keys');
    await page.getByRole('link', { name: 'Conectar um sistema' }).click();
    await page.waitForURL('**/panel/connect');
    return { context, page };
  }

  it.each([true, false])(
    'from the form over the sheet to the first delivery; JavaScript: %s',
    async (javaScript) => {
      const endpoint = await useEndpoint();
      const { context, page } = await openForm(javaScript);
      await page.getByLabel('Qual é o sistema?').fill('Bling');
      await page.getByRole('button', { name: 'Conectar', exact: true }).click();
      await page.getByRole('link', { name: 'Marque o que o sistema pode fazer.' }).waitFor();
      expect(await page.getByLabel('Qual é o sistema?').inputValue()).toBe('Bling');
      await page.getByLabel('Consultar pedidos e clientes').check();
      await page.getByLabel('Pedido criado').check();
      await page.getByLabel('Endereço que recebe as novidades').fill(endpoint.url);
      await page.getByRole('button', { name: 'Conectar', exact: true }).click();
      await page.locator('.sheet').waitFor();
      const [key] = /tp_[0-9A-Za-z]{38}/.exec(await page.locator('.sheet').innerText())!;
      if (javaScript) {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.getByRole('button', { name: 'Copiar a folha inteira' }).click();
        const copied = await page.evaluate('navigator.clipboard.readText()');
        expect(copied).toMatch(new RegExp(`${key}[^]+${endpoint.url}[^]+[0-9A-Za-z]{64}[^]+curl`));
      }
      await page.emulateMedia({ media: 'print' });
      for (const hidden of ['.top', '.button']) {
        const shown = await page.locator(hidden).filter({ visible: true }).count();
        expect(shown, hidden).toBe(0);
      }
      expect(await page.locator('.sheet').isVisible()).toBe(true);
      await page.emulateMedia({ media: 'screen' });

      await page.getByRole('link', { name: 'Esperar a primeira chamada' }).click();
      await page.waitForURL(/connect\/\d+\?endpoint=\d+$/);
      const progress = page.url();
      const done = page.locator('.steps .good');
      expect(await done.count()).toBe(0);
      const headers = { authorization: `Bearer ${key}` };
      await fetch(`${environment().baseUrl}/api/v1/me`, { headers });
      await done.first().waitFor();
      await page.getByRole('button', { name: 'Enviar um teste' }).click();
      await page.waitForURL(/tests/);
      await useWorker(environment().context).tick();
      await page.goto(progress);
      await page.getByText('A conexão funciona.').waitFor();
      expect(await done.count()).toBe(3);
      expect(await page.locator('[hx-trigger]').count()).toBe(0);
    },
  );
});
