import type { Page } from 'playwright-core';
import type { SampleShop } from '../support/panel-sample.ts';
import { submitForm } from './in-browser/submit-form.ts';

/** A page as staff see it, for the pictures and for everything that holds for all pages. */
export interface Look {
  /** Names the picture's file. */
  readonly name: string;
  readonly path: string;
  /** Whose session it is. Without it nobody is logged in. */
  readonly user?: keyof SampleShop['users'];
  /** The form whose answer is the page. It's sent to `path`. */
  readonly post?: Readonly<Record<string, string | readonly string[]>>;
  /** Also pictured in the dark. */
  readonly dark?: boolean;
}

/** Every page, and what the pages show after a mistake, without a permission, or when there is nothing to show. */
export function looks(sample: SampleShop): readonly Look[] {
  const verify = `/panel/webhooks/${sample.endpoints.rotating}/verify`;
  return [
    { name: 'login', path: '/panel/login', dark: true },
    {
      name: 'login-refused',
      path: '/panel/login',
      post: { email: 'ana@serraalta.com.br', password: 'errada' },
    },
    { name: 'account', path: '/panel/account', user: 'both' },
    { name: 'refused', path: verify, user: 'none' },
    { name: 'not-found', path: '/panel/nada', user: 'both' },
    { name: 'verify', path: verify, user: 'both', dark: true },
    { name: 'verify-python', path: `${verify}?language=python`, user: 'both' },
    { name: 'verify-openssl', path: `${verify}?language=openssl`, user: 'both' },
    ...webhookLooks(sample),
  ];
}

function webhookLooks({ endpoints, testEventId }: SampleShop): readonly Look[] {
  const user = 'both';
  const of = (state: keyof SampleShop['endpoints'], path = ''): string =>
    `/panel/webhooks/${endpoints[state]}${path}`;
  return [
    { name: 'webhooks', path: '/panel/webhooks', user, dark: true },
    { name: 'webhook-new', path: '/panel/webhooks/new', user },
    {
      name: 'webhook-refused',
      path: '/panel/webhooks',
      user,
      post: { url: 'http://10.0.0.1/hooks', description: 'ERP', active: 'on' },
    },
    { name: 'webhook', path: of('healthy'), user, dark: true },
    { name: 'webhook-failing', path: of('failing'), user },
    { name: 'webhook-off', path: of('switchedOff'), user, dark: true },
    { name: 'webhook-edit', path: of('rotating', '/edit'), user },
    {
      name: 'webhook-conflict',
      path: of('healthy', '/edit'),
      user,
      post: { url: 'https://8.8.8.8/', description: 'ERP novo', events: 'order.created', version: '9' },
    },
    { name: 'webhook-recover', path: of('switchedOff', '/recover'), user },
    { name: 'webhook-secret', path: of('rotating', '/secret'), user, post: {} },
    { name: 'webhook-rotate', path: of('rotating', '/rotate'), user },
    { name: 'webhook-test', path: of('rotating', `/tests/${testEventId}`), user, dark: true },
    { name: 'webhook-delete', path: of('healthy', '/delete'), user },
  ];
}

/** Goes to the page, and returns the status it came with. */
export async function show(page: Page, { path, post }: Look): Promise<number> {
  const response = await page.goto(path);
  if (!post) return response!.status();
  const navigated = page.waitForNavigation();
  await page.evaluate(submitForm, { path, post });
  return (await navigated)!.status();
}
