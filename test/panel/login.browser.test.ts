import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { addUser, PASSWORD } from '../support/panel.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment();
const browser = fileBrowser();
let created = 0;

/** Somebody who works for two companies. */
async function openTwoTenants(): Promise<string> {
  const email = `contadora.${++created}@example.com`;
  for (const name of ['Padaria Aurora', 'Mercado do Zé'])
    await addUser(environment(), (await environment().tenant({ name })).tenantId, { email });
  return email;
}

async function openPage(locale: 'pt-BR' | 'en', javaScript: boolean): Promise<Page> {
  const context = await openPanelContext(browser(), environment().baseUrl, { locale, javaScript });
  onTestFinished(() => context.close());
  return context.newPage();
}

const WORDS = {
  'pt-BR': {
    email: 'E-mail',
    password: 'Senha',
    submit: 'Entrar',
    wrong: 'E-mail ou senha incorretos, ou este usuário foi desativado.',
    account: 'Minha conta',
    logOut: 'Sair',
  },
  en: {
    email: 'E-mail',
    password: 'Password',
    submit: 'Log in',
    wrong: 'The e-mail address or the password is wrong, or this user was disabled.',
    account: 'My account',
    logOut: 'Log out',
  },
} as const;

const CASES = [
  ['pt-BR', true],
  ['pt-BR', false],
  ['en', true],
  ['en', false],
] as const;

describe.skipIf(noBrowser)('in a browser', () => {
  it.each(CASES)(
    'staff log in, choose a tenant and log out: %s, JavaScript %s',
    async (locale, javaScript) => {
      const email = await openTwoTenants();
      const text = WORDS[locale];
      const page = await openPage(locale, javaScript);
      await page.goto('/panel/account');
      await page.getByLabel(text.email).fill(email);
      await page.getByLabel(text.password).fill('not the password');
      await page.getByRole('button', { name: text.submit }).click();
      await page.getByText(text.wrong).waitFor();
      expect(await page.getByLabel(text.email).inputValue()).toBe(email);
      await page.getByLabel(text.password).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Mercado do Zé' }).click();
      await page.getByRole('heading', { name: text.account }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/panel/account');
      expect(await page.locator('header').innerText()).toContain('Mercado do Zé');
      await page.getByRole('button', { name: text.logOut, exact: true }).click();
      // The account's page has fields with that label, too.
      await page.waitForURL((url) => url.pathname === '/panel/login');
      await page.goBack();
      await page.goto('/panel/account');
      await page.getByLabel(text.password).waitFor();
    },
  );

  it('somebody whose address has an accent logs in, too', async () => {
    const { tenantId } = await environment().tenant();
    const { email } = await addUser(environment(), tenantId, {
      email: `olívia.${tenantId}@serraalta.com.br`,
    });
    const page = await openPage('pt-BR', true);
    await page.goto('/panel/login');
    await page.getByLabel(WORDS['pt-BR'].email).fill(email);
    await page.getByLabel(WORDS['pt-BR'].password).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/panel');
  });

  it.each(CASES)('staff change their password: %s, JavaScript %s', async (locale, javaScript) => {
    const { tenantId } = await environment().tenant();
    const user = await addUser(environment(), tenantId);
    const context = await openPanelContext(browser(), environment().baseUrl, { locale, javaScript, user });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto('/panel/account');
    await page.locator('input[name=current]').fill(PASSWORD);
    await page.locator('input[name=next]').fill('uma senha bem nova');
    await page.locator('#password button').click();
    await page.locator('.notice.done').waitFor();
    await page.goto('/panel/audit?group=users');
    await page.getByText(locale === 'en' ? 'Set a new password' : 'Definiu uma nova senha').waitFor();
  });

  it.each([true, false])(
    'a page that came instead of another has the focus on its title: JavaScript %s',
    async (javaScript) => {
      const { tenantId } = await environment().tenant();
      const user = await addUser(environment(), tenantId, { permissions: [] });
      const context = await openPanelContext(browser(), environment().baseUrl, { javaScript, user });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      for (const [path, title] of [
        ['/panel/keys', 'Você não tem acesso às chaves de API'],
        ['/panel/nada', 'Página não encontrada.'],
      ] as const) {
        await page.goto(path);
        await page.locator('h1:focus', { hasText: title }).waitFor();
      }
    },
  );
});
