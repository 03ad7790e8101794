import { createHmac } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import { listEndpoints } from '../../server/webhooks/endpoints/find-endpoints.ts';
import { advanceRecoveries } from '../../server/webhooks/recovery/advance-recoveries.ts';
import { startRecovery } from '../../server/webhooks/recovery/start-recovery.ts';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { addUser } from '../support/panel.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { type Received, useEndpoint } from '../support/test-endpoint.ts';
import { emit } from '../support/webhook-fixtures.ts';
import { register, sendTest, useWorker } from '../support/webhooks.ts';
import { AXE } from './in-browser/axe.ts';
import { axeFindings } from './in-browser/axe-findings.ts';
import { looksWrong } from './in-browser/layout-checks.ts';

const TEXTS = {
  'pt-BR': {
    create: 'Criar endpoint',
    sendTest: 'Enviar teste',
    accepted: 'Aceito',
    back: 'Voltar ao endpoint',
    reveal: 'Mostrar o segredo',
    rotate: 'Trocar o segredo',
    stops: 'O anterior para de assinar em',
    remove: 'Excluir endpoint',
    removed: 'Endpoint excluído:',
    off: 'Desligar',
    recover: 'Ligar e recuperar o que ele perdeu',
    done: 'Concluída: 2 colocadas na fila',
  },
  en: {
    create: 'Create endpoint',
    sendTest: 'Send test',
    accepted: 'Accepted',
    back: 'Back to the endpoint',
    reveal: 'Show the secret',
    rotate: 'Rotate the secret',
    stops: 'The previous one stops signing on',
    remove: 'Delete endpoint',
    removed: 'Endpoint deleted:',
    off: 'Switch off',
    recover: 'Switch on and recover what it missed',
    done: 'Done: 2 put into the queue',
  },
} as const;

const hexOf = (secret: string, { headers, body }: Received): string =>
  `sha256=${createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.`).update(body).digest('hex')}`;

describe.skipIf(noBrowser)(`webhooks in a browser${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment();
  const browser = fileBrowser();

  async function staffPage(
    locale: 'pt-BR' | 'en',
    javaScript: boolean,
  ): Promise<{ page: Page; tenantId: number }> {
    const { tenantId } = await environment().tenant();
    const user = await addUser(environment(), tenantId);
    const options = { locale, javaScript, user };
    const window: BrowserContext = await openPanelContext(browser(), environment().baseUrl, options);
    onTestFinished(() => window.close());
    return { page: await window.newPage(), tenantId };
  }

  /** A worker that runs by itself, as in a service. */
  function runWorker(): void {
    const worker = useWorker(environment().context);
    worker.start();
    onTestFinished(() => worker.stop());
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const secretOn = async (page: Page): Promise<string> =>
    (await page.locator('.once [data-copied-text]').textContent())!;

  it.each([
    ['pt-BR', true],
    ['en', true],
    ['pt-BR', false],
    ['en', false],
  ] as const)(
    'from an empty page to a test, a rotation with both signatures, and the end: %s, JavaScript %s',
    async (locale, javaScript) => {
      const texts = TEXTS[locale];
      const endpoint = await useEndpoint();
      const { page } = await staffPage(locale, javaScript);
      runWorker();
      const test = async (): Promise<void> => {
        const before = endpoint.received.length;
        await button(page, texts.sendTest).click();
        // Without JavaScript the page loads itself again; with it, only the result changes.
        await page.locator('#result .status', { hasText: texts.accepted }).waitFor();
        expect(endpoint.received).toHaveLength(before + 1);
        await page.getByRole('link', { name: texts.back }).click();
      };

      await page.goto('/panel/webhooks');
      await page.fill('[name=url]', endpoint.url);
      await page.fill('[name=description]', 'ERP');
      await page.check('[name=events][value="order.created"]');
      await button(page, texts.create).click();
      await page.getByRole('heading', { name: 'ERP', exact: true }).waitFor();
      await test();

      await button(page, texts.reveal).click();
      const old = await secretOn(page);
      expect(endpoint.received[0]!.headers['x-service-signature']).toBe(hexOf(old, endpoint.received[0]!));
      await page.getByRole('link', { name: texts.back }).click();

      await page.getByRole('link', { name: texts.rotate }).click();
      await button(page, texts.rotate).click();
      await page.getByText(texts.stops).waitFor();
      const current = await secretOn(page);
      expect(current).not.toBe(old);
      await page.getByRole('link', { name: texts.back }).click();
      await test();
      const { headers } = endpoint.received[1]!;
      expect(headers['x-service-signature']).toBe(hexOf(current, endpoint.received[1]!));
      expect(headers['x-service-signature-previous']).toBe(hexOf(old, endpoint.received[1]!));

      await page.getByRole('link', { name: texts.remove }).click();
      await page.getByText(endpoint.url).waitFor();
      await button(page, texts.remove).click();
      await page.getByText(`${texts.removed} ${endpoint.url}`).waitFor();
    },
    60_000,
  );

  it.each(['pt-BR', 'en'] as const)(
    'switches off, and on again with what was missed, while the page follows: %s',
    async (locale) => {
      const texts = TEXTS[locale];
      const endpoint = await useEndpoint();
      const { page, tenantId } = await staffPage(locale, true);
      runWorker();
      await page.goto('/panel/webhooks');
      await page.fill('[name=url]', endpoint.url);
      await page.check('[name=events][value=all]');
      const checked = () => page.locator('.event-picker [name=events]:checked').count();
      const boxes = await page.locator('.event-picker [name=events]').count();
      expect(await checked()).toBe(boxes);
      await page.uncheck('[name=events][value="order.created"]');
      expect(await checked()).toBe(boxes - 2);
      await page.check('[name=events][value="order.created"]');
      expect(await checked()).toBe(boxes);
      await button(page, texts.create).click();
      await button(page, texts.off).click();
      await page.getByRole('link', { name: texts.recover }).waitFor();
      await emit(environment().context, tenantId, 'product.created', 2);
      await page.getByRole('link', { name: texts.recover }).click();
      await button(page, texts.recover).click();
      await expect.poll(() => advanceRecoveries(environment().context.db), { timeout: 90_000 }).toBe(1);
      await page.getByText(texts.done).waitFor();
      await expect.poll(() => endpoint.received.length).toBe(2);
    },
    60_000,
  );

  it.each([true, false])(
    'a double click creates one endpoint and shows it: JavaScript %s',
    async (javaScript) => {
      const { page, tenantId } = await staffPage('pt-BR', javaScript);
      await page.goto('/panel/webhooks/new');
      await page.fill('[name=url]', 'http://127.0.0.1:9/hooks');
      await page.check('[name=events][value="order.created"]');
      await button(page, TEXTS['pt-BR'].create).dblclick();
      await page.getByRole('heading', { name: '127.0.0.1:9', exact: true }).waitFor();
      expect(await listEndpoints(environment().context.db, tenantId)).toHaveLength(1);
    },
  );

  it.each([
    { width: 1200, height: 800, least: 24 },
    { width: 360, height: 740, least: 44 },
  ])(
    'the empty list, a test on its way and a running recovery are accessible and fit $width px',
    async ({ width, height, least }) => {
      const { page, tenantId } = await staffPage('pt-BR', true);
      const { context } = environment();
      await page.setViewportSize({ width, height });
      const check = async (path: string): Promise<void> => {
        await page.goto(path);
        expect(await page.evaluate(looksWrong, least), path).toEqual([]);
        await page.evaluate(AXE);
        expect(await page.evaluate(axeFindings, undefined), path).toEqual([]);
      };
      await check('/panel/webhooks');
      const { id } = await register(context, tenantId, 'http://127.0.0.1:9/', ['order.created']);
      const key = { tenantId, id };
      await check(`/panel/webhooks/${id}/tests/${await sendTest(context, key, 'order.created')}`);
      const range = { from: '2027-01-31T00:00:00Z', until: '2027-02-01T00:00:00Z' };
      await startRecovery(context.db, OPERATOR, key, range);
      await check(`/panel/webhooks/${id}`);
    },
    60_000,
  );
});
