import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { advanceRecoveries } from '../../server/webhooks/recovery/advance-recoveries.ts';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { addUser } from '../support/panel.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { emit } from '../support/webhook-fixtures.ts';
import { letTimePass, register, useWorker } from '../support/webhooks.ts';
import { setHidden } from './in-browser/set-hidden.ts';

const TEXTS = {
  'pt-BR': {
    failed: '✕ Falhou',
    queued: '… Na fila',
    delivered: '✓ Entregue',
    resend: 'Reenviar',
    resendSelected: 'Reenviar selecionadas',
    resent: '1 entrega voltou para a fila.',
    curl: 'Copiar como curl',
    copied: 'Copiado',
    count: 'Contar',
    start: 'Enviar 2 entregas',
    lastHour: 'Última hora',
    done: 'Concluída',
    failedChip: 'Falharam',
    deliveredChip: 'Entregues',
    period: 'Período',
    filter: 'Filtrar',
    none: 'Nenhuma entrega',
  },
  en: {
    failed: '✕ Failed',
    queued: '… Queued',
    delivered: '✓ Delivered',
    resend: 'Resend',
    resendSelected: 'Resend selected',
    resent: '1 delivery is back in the queue.',
    curl: 'Copy as curl',
    copied: 'Copied',
    count: 'Count',
    start: 'Send 2 deliveries',
    lastHour: 'Last hour',
    done: 'Done',
    failedChip: 'Failed',
    deliveredChip: 'Delivered',
    period: 'Time range',
    filter: 'Filter',
    none: /No deliver/,
  },
} as const;
const LOCALES = ['pt-BR', 'en'] as const;

describe.skipIf(noBrowser)(`deliveries in a browser${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment();
  const browser = fileBrowser();

  /** Staff of a tenant whose endpoint has refused `failures` events for good, until `state.status` is another. */
  async function staffPage({ locale = 'pt-BR', javaScript = true, failures = 1 }: StaffOptions = {}) {
    const { context, baseUrl } = environment();
    const { tenantId } = await environment().tenant();
    const state = { status: 500 };
    const endpoint = await useEndpoint(
      (res) => void res.writeHead(state.status).end('Internal Server Error'),
    );
    const { id } = await register(context, tenantId, endpoint.url, ['product.created']);
    const worker = useWorker(context);
    const attempt = async (times = 1): Promise<void> => {
      for (let n = 0; n < times; n += 1) {
        await letTimePass(context, tenantId);
        await worker.tick();
      }
    };
    await emit(context, tenantId, 'product.created', failures);
    await attempt(5);
    const user = await addUser(environment(), tenantId);
    const window = await openPanelContext(browser(), baseUrl, { locale, javaScript, user });
    onTestFinished(() => window.close());
    const page = await window.newPage();
    return { page, context, tenantId, endpointId: id, state, endpoint, attempt };
  }

  it.each(LOCALES)(
    'opens a failed delivery in place, resends it, and follows it until it is delivered: %s',
    async (locale) => {
      const texts = TEXTS[locale];
      const { page, state, attempt, context, tenantId } = await staffPage({ locale });
      await page.goto('/panel/deliveries');
      await following(page);
      const stays = await marked(page);
      await page.locator('a.row').click();
      await page.locator('.delivery-detail').waitFor();
      expect(await page.locator('.attempts a').count()).toBe(5);
      expect(await page.getByRole('group', { name: /Corpo enviado|Body sent/ }).textContent()).toContain(
        '"product.created"',
      );
      expect(page.url()).toContain('open=');
      expect(await page.evaluate('scrollY')).toBe(0);

      await page.locator('.attempts a').nth(1).click();
      await page.locator('.attempts a').nth(1).and(page.locator('[aria-current]')).waitFor();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await button(page, texts.curl).click();
      await page.locator('[id^=copy-]', { hasText: texts.copied }).waitFor();
      const command = await page.evaluate('navigator.clipboard.readText()');
      expect(command).toContain('curl --include');
      expect(command).toBe(await page.locator('.curl-slot pre').textContent());
      await emit(context, tenantId);
      await page.locator('tr.fresh').waitFor();
      expect(await page.locator('.curl-slot pre').textContent()).toContain('curl --include');
      expect(await stays()).toBe(true);

      await button(page, texts.resend).click();
      await page.getByText(texts.resent).waitFor();
      await following(page);
      const staysAgain = await marked(page);
      state.status = 204;
      await attempt();
      await expect
        .poll(() => statuses(page), { timeout: 90_000 })
        .toEqual([texts.delivered, texts.delivered]);
      expect(await page.locator('.attempts a').count()).toBe(6);
      expect(await staysAgain()).toBe(true);
    },
    60_000,
  );

  it('keeps the list still while rows are selected, and follows again after that', async () => {
    const { page, context, tenantId } = await staffPage();
    await page.goto('/panel/deliveries');
    await following(page);
    const box = page.locator('[name=id]').first();
    const chosen = await box.inputValue();
    await box.check();
    await page.locator('.live[data-state=paused]').waitFor();
    await emit(context, tenantId);
    await page.locator('.live[data-state=news]').waitFor();
    expect(await page.locator('tr[id]').count()).toBe(1);
    expect(await page.locator('[name=id]:checked').inputValue()).toBe(chosen);
    await box.uncheck();
    await expect.poll(() => page.locator('tr[id]').count()).toBe(2);
    await following(page);
  }, 600_000);

  it.each(LOCALES)('resends the selected ones: %s', async (locale) => {
    const { page } = await staffPage({ locale, failures: 3 });
    const texts = TEXTS[locale];
    await page.goto('/panel/deliveries?status=FAILED');
    await button(page, texts.resendSelected).click();
    await page.locator('.notice.error').waitFor();
    await following(page);
    await page.locator('tr[id]').nth(2).waitFor();
    await page.locator('[name=id]').nth(1).check();
    await button(page, texts.resendSelected).click();
    await page.getByText(texts.resent).waitFor();
    await page.goto('/panel/deliveries');
    expect((await statuses(page)).sort()).toEqual([texts.queued, texts.failed, texts.failed].sort());
  });

  it('goes on following on the page that refuses a form', async () => {
    const { page, context, tenantId } = await staffPage();
    await page.goto('/panel/deliveries');
    await button(page, TEXTS['pt-BR'].resendSelected).click();
    await page.locator('.notice.error').waitFor();
    await following(page);
    await emit(context, tenantId);
    await expect.poll(() => page.locator('tr[id]').count()).toBe(2);
  });

  it('follows again after a filter was chosen, and keeps what is being typed', async () => {
    const { page, context, tenantId } = await staffPage();
    await page.goto('/panel/deliveries');
    await following(page);
    await page.selectOption('#filter-kind', 'product.created');
    await page.waitForURL(/kind=product\.created/);
    await following(page);
    await page.locator('#filter-q').pressSequentially('50');
    await emit(context, tenantId);
    await page.locator('.live[data-state=news]').waitFor();
    expect(await page.inputValue('#filter-q')).toBe('50');
  });

  it('keeps the list when reading it fails', async () => {
    const { page, context, tenantId } = await staffPage();
    await page.goto('/panel/deliveries');
    await following(page);
    const refused = page.waitForResponse((response) => response.status() === 500);
    await page.route(/deliveries$/, (route) => route.fulfill({ status: 500, body: 'no' }));
    await emit(context, tenantId);
    await refused;
    await page.unroute(/deliveries$/);
    await emit(context, tenantId);
    await expect.poll(() => page.locator('tr[id]').count(), { timeout: 90_000 }).toBe(3);
  });

  it('follows nothing in a hidden tab, and catches up when it is shown', async () => {
    const { page, context, tenantId } = await staffPage();
    await page.goto('/panel/deliveries');
    await following(page);
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/live'));
    await page.evaluate(setHidden, true);
    await ended;
    await emit(context, tenantId);
    await page.evaluate(setHidden, false);
    await expect.poll(() => page.locator('tr[id]').count()).toBe(2);
  });

  it.each([
    ['pt-BR', true],
    ['en', true],
    ['pt-BR', false],
    ['en', false],
  ] as const)('filters by status, search and period: %s, JavaScript %s', async (locale, javaScript) => {
    const texts = TEXTS[locale];
    const { page } = await staffPage({ locale, javaScript });
    await page.goto('/panel/deliveries');
    await page.locator('.chip', { hasText: texts.deliveredChip }).click();
    await page.getByText(texts.none).waitFor();
    await page.locator('.chip', { hasText: texts.failedChip }).click();
    await page.locator('tr[id]').waitFor();
    await page.fill('#filter-q', 'x');
    await button(page, texts.filter).click();
    await page.locator('.notice.error').waitFor();
    await page.fill('#filter-q', '');
    await button(page, texts.filter).click();
    await page.locator('tr[id]').waitFor();
    await page.locator('summary', { hasText: texts.period }).click();
    await page.fill('#filter-until', '2001-01-01T00:00');
    await button(page, texts.filter).click();
    await page.getByText(texts.none).waitFor();
    expect(await page.inputValue('#filter-until')).toBe('2001-01-01T00:00');
  });

  it.each([
    ['pt-BR', true],
    ['en', true],
    ['pt-BR', false],
    ['en', false],
  ] as const)('recovers a period, and shows how far it is: %s, JavaScript %s', async (locale, javaScript) => {
    const texts = TEXTS[locale];
    const { page, context } = await staffPage({ locale, javaScript, failures: 2 });
    await page.goto('/panel/deliveries/recover');
    await button(page, texts.count).click();
    await button(page, texts.start).waitFor();
    await button(page, texts.lastHour).click();
    await button(page, texts.start).click();
    await page.locator('progress').waitFor();
    const stays = await marked(page);
    await expect.poll(() => advanceRecoveries(context.db), { timeout: 90_000 }).toBeGreaterThan(0);
    await page.locator('.status', { hasText: texts.done }).waitFor();
    expect(await page.locator('progress').getAttribute('value')).toBe('2');
    expect(await stays()).toBe(javaScript);
  });

  it.each(LOCALES)('opens, resends and copies as plain pages without JavaScript: %s', async (locale) => {
    const texts = TEXTS[locale];
    const { page, state, attempt } = await staffPage({ locale, javaScript: false });
    await page.goto('/panel/deliveries');
    await page.locator('a.row').click();
    await page.locator('.sides pre', { hasText: /^Internal Server Error$/ }).waitFor();
    await button(page, texts.curl).click();
    await page.locator('pre', { hasText: 'curl --include' }).waitFor();
    await page.goBack();
    state.status = 204;
    await button(page, texts.resend).click();
    await page.getByText(texts.resent).waitFor();
    await attempt();
    await page.reload();
    expect(await statuses(page)).toEqual([texts.delivered]);
  });
});

interface StaffOptions {
  readonly locale?: (typeof LOCALES)[number];
  readonly javaScript?: boolean;
  readonly failures?: number;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const following = (page: Page): Promise<void> => page.locator('.live[data-state=on]').waitFor();
const statuses = (page: Page): Promise<string[]> => page.locator('tr[id] .status').allTextContents();

/** Marks the document. The function returned tells whether it's still the same one. */
async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => void Object.assign(globalThis, { marked: true }));
  return () => page.evaluate(() => 'marked' in globalThis);
}
