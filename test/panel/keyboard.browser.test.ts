import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { type FocusStop, focusNothing, focusStop, tabbable } from './in-browser/focus-stops.ts';
import { looks, show } from './looks.ts';

const PAGES = [
  'login',
  'keys',
  'key',
  'key-refused',
  'key-created',
  'key-delete',
  'webhooks',
  'webhook',
  'webhook-edit',
  'webhook-test',
  'deliveries',
  'deliveries-range',
  'delivery',
  'recover',
  'requests-open',
  'audit',
  'alerts',
  'account',
  'verify',
] as const;

describe.skipIf(noBrowser)(
  `the panel by keyboard, with reduced motion and with forced colours${noBrowser ? ` (skipped: ${noBrowser})` : ''}`,
  () => {
    const environment = sharedEnvironment();
    const browser = fileBrowser();
    let sample: SampleShop;
    beforeAll(async () => {
      if (!noBrowser) sample = await openSampleShop(environment());
    });

    async function openLook(name: string, phone = false): Promise<Page> {
      const look = looks(sample).find((each) => each.name === name)!;
      const user = look.user && sample.users[look.user];
      const context = await openPanelContext(browser(), environment().baseUrl, { user, phone });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await show(page, look);
      return page;
    }

    it.each(PAGES)(
      'reaches everything on a page in the order of reading, and shows where it is: %s',
      async (name) => {
        const page = await openLook(name);
        await page.evaluate(focusNothing);
        const expected = await page.evaluate(tabbable);
        const stops = await allStops(page);
        expect(stops.map(({ html }) => html)).toEqual(expected.map(({ html }) => html));
        expect(stops.map(({ index }) => index)).toEqual(expected.map(({ index }) => index));
        expect(stops.flatMap(({ html, hiddenBy }) => (hiddenBy ? [`${html}: ${hiddenBy}`] : []))).toEqual([]);
        expect(stops.flatMap((stop, n) => (goesBack(stops[n - 1], stop) ? [stop.html] : []))).toEqual([]);
      },
    );

    it.each(['key-refused', 'webhook-refused', 'account-refused', 'webhook-conflict'])(
      'hears of the mistakes in a form first: %s',
      async (name) => {
        const page = await openLook(name);
        const summary = page.locator('main [role="alert"]:focus');
        await summary.waitFor();
        if (name === 'webhook-conflict') return;
        expect(await page.title()).toMatch(/^Erro: /);
        await page.keyboard.press('Tab');
        const link = page.locator(':focus');
        const target = await link.getAttribute('href');
        await page.keyboard.press('Enter');
        expect(await page.locator(`${target}:target`).count()).toBe(1);
      },
    );

    it('hears why a login was refused with the password, which has the focus', async () => {
      const page = await openLook('login-refused');
      const field = page.locator('input[type="password"]:focus');
      const id = await field.getAttribute('aria-describedby');
      expect(await page.locator(`#${id}`).innerText()).toContain(await page.locator('.notice').innerText());
    });

    it('skips the navigation', async () => {
      const page = await openLook('deliveries');
      await page.evaluate(focusNothing);
      await page.keyboard.press('Tab');
      expect(await page.locator('.skip:focus').boundingBox()).toMatchObject({ x: 12, y: 12 });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.locator('main :focus').count()).toBe(1);
    });

    it('opens the menu of a narrow window, goes through it and closes it', async () => {
      const page = await openLook('keys', true);
      const [button, menu] = [page.locator('.menu-button'), page.locator('#menu')];
      expect(await button.innerText()).toContain('Chaves de API');
      await button.focus();
      await page.keyboard.press('Enter');
      await menu.waitFor();
      for (let tab = 0; tab < 2; tab += 1) await page.keyboard.press('Tab');
      expect(await menu.locator(':focus').getAttribute('aria-current')).toBe('page');
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      expect(await button.and(page.locator(':focus')).count()).toBe(1);
      await page.keyboard.press('Enter');
      for (let tab = 0; tab < 4; tab += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Entregas', level: 1 }).waitFor();
      expect(await button.innerText()).toContain('Entregas');
    });

    it('unfolds the dates of the filter in a narrow window, where they can be reached', async () => {
      const page = await openLook('deliveries-range', true);
      const { x, width } = (await page.locator('#filter-until').boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(360);
    });

    it('opens a delivery where it is, and stays on it', async () => {
      const page = await openLook('deliveries');
      const row = page.locator('a.row').first();
      await row.focus();
      await page.keyboard.press('Enter');
      await page.locator('.delivery-detail').waitFor();
      expect(await row.and(page.locator(':focus')).getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Enter');
      await page.locator('.delivery-detail').waitFor({ state: 'detached' });
      expect(await row.and(page.locator(':focus')).getAttribute('aria-expanded')).toBe('false');
    });

    it('a new row fades in, but not with reduced motion', async () => {
      const page = await openLook('deliveries');
      const row = page.locator('tr[id]').first();
      await row.evaluate((element) => element.classList.add('fresh'));
      const animation = (): Promise<string> =>
        row.evaluate((element) => getComputedStyle(element).animationName);
      expect(await animation()).toBe('fade-in');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await animation()).toBe('none');
    });

    it('what is chosen is marked with forced colours, too', async () => {
      const page = await openLook('deliveries');
      await page.emulateMedia({ forcedColors: 'active' });
      const background = (selector: string): Promise<string> =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await background('.chip[aria-current]')).not.toBe(await background('.chip:not([aria-current])'));
      expect(await background('.tabs a[aria-current]')).not.toBe(
        await background('.tabs a:not([aria-current])'),
      );
    });
  },
);

/** Presses Tab until the page ends. Some fields, such as those of dates, have several stops inside. */
async function allStops(page: Page): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focusStop);
    if (stop === undefined || stop.index === stops[0]?.index) return stops;
    if (stop.index !== stops.at(-1)?.index) stops.push(stop);
  }
}

/** Above and to the left at once is where nobody looks next. To the top of another column may be right. */
const goesBack = (before: FocusStop | undefined, { right, bottom }: FocusStop): boolean =>
  before !== undefined && bottom <= before.top && right <= before.left;
