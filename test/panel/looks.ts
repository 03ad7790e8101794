import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newFormToken } from '../../server/accounts/staff/form-token.ts';
import { LOGIN_LIMITS } from '../../server/panel/passwords/throttle.ts';
import { EMAIL_KINDS } from '../../server/webhooks/alerts/kinds.ts';
import { PASSWORD } from '../support/panel.ts';
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
  /** How often the form is sent. Without it, once. */
  readonly times?: number;
  /** What is clicked then: a menu's button, or the summary of something that unfolds. */
  readonly opened?: string;
  /** The only window that has it. */
  readonly only?: 'phone';
}

const UNKNOWN_ID = '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e';

const newToken = (): string => newFormToken(Date.now(), randomInt);

const newKey = (name: string, scopes: readonly string[], validity: string) => ({
  name,
  scopes,
  validity,
  token: newToken(),
});

const keyLooks = ({ keys }: SampleShop): readonly Look[] => [
  { name: 'keys', path: '/panel/keys', user: 'both' },
  { name: 'keys-empty', path: '/panel/keys', user: 'newcomer' },
  { name: 'key-new', path: '/panel/keys/new', user: 'both' },
  { name: 'key-refused', path: '/panel/keys', user: 'both', post: newKey('', [], 'date') },
  {
    name: 'key-created',
    path: '/panel/keys',
    user: 'both',
    post: newKey('Loja virtual', ['orders.write', 'products.read'], '90'),
  },
  { name: 'key', path: `/panel/keys/${keys.active}`, user: 'both' },
  { name: 'key-expiring', path: `/panel/keys/${keys.expiring}`, user: 'both' },
  { name: 'key-unused', path: `/panel/keys/${keys.unused}`, user: 'both' },
  { name: 'key-inactive', path: `/panel/keys/${keys.inactive}`, user: 'both' },
  { name: 'key-replaced', path: `/panel/keys/${keys.replaced}`, user: 'both' },
  { name: 'key-successor', path: `/panel/keys/${keys.expiring}/successor`, user: 'both' },
  { name: 'key-deactivate', path: `/panel/keys/${keys.active}/deactivate`, user: 'both' },
  { name: 'key-delete', path: `/panel/keys/${keys.expired}/delete`, user: 'both' },
];

/** A name is one system's, and each window connects its own. */
let systems = 0;
const newSystem = (): string => `Bling ${++systems} filial`;

const connectLooks = ({ keys, endpoints }: SampleShop): readonly Look[] => {
  const path = '/panel/connect';
  const user = 'both';
  const filledIn = { name: newSystem(), may: ['see_orders', 'keep_stock'], events: ['order.created'] };
  const post = { ...filledIn, url: 'https://8.8.8.8/tradepost', token: newToken() };
  return [
    { name: 'connect', path, user },
    { name: 'connect-refused', path, user, post: { ...post, may: [], url: 'http://10.0.0.1/hooks' } },
    { name: 'connect-sheet', path, user, post },
    { name: 'connect-no-url', path, user, post: { ...post, name: newSystem(), url: '', token: newToken() } },
    { name: 'connect-waiting', path: `${path}/${keys.inactive}?endpoint=${endpoints.failing}`, user },
    { name: 'connect-done', path: `${path}/${keys.active}?endpoint=${endpoints.healthy}`, user },
  ];
};

const loginLooks = ({ consultant }: SampleShop): readonly Look[] => [
  { name: 'login', path: '/panel/login' },
  { name: 'login-empty', path: '/panel/login', post: { email: '', password: '' } },
  {
    name: 'login-refused',
    path: '/panel/login',
    post: { email: 'ana@serraalta.com.br', password: 'errada' },
  },
  {
    name: 'login-throttled',
    path: '/panel/login',
    post: { email: 'carla@serraalta.com.br', password: 'errada' },
    times: LOGIN_LIMITS.pair.points + 1,
  },
  { name: 'login-ended', path: '/panel/keys', post: newKey('ERP', ['orders.read'], '90') },
  { name: 'login-choice', path: '/panel/login', post: { email: consultant.email, password: PASSWORD } },
];

const peopleLooks = ({ users, invitation, cautious }: SampleShop): readonly Look[] => {
  const user = 'owner';
  const team = '/panel/team';
  return [
    { name: 'team', path: team, user },
    { name: 'invite', path: `${team}/invite`, user },
    { name: 'invite-refused', path: `${team}/invite`, user, post: { email: 'iara', role: '' } },
    {
      name: 'invite-link',
      path: `${team}/invite`,
      user,
      post: { email: 'iara@serraalta.com.br', role: 'viewer' },
    },
    { name: 'member', path: `${team}/${users.both.id}`, user },
    { name: 'member-self', path: `${team}/${users.owner.id}`, user },
    { name: 'member-forbidden', path: `${team}/${users.owner.id}/remove`, user, post: {} },
    { name: 'member-remove', path: `${team}/${users.both.id}/remove`, user },
    { name: 'no-team', path: team, user: 'viewer' },
    { name: 'deliveries-viewer', path: '/panel/deliveries', user: 'viewer' },
    { name: 'second-factor', path: '/panel/account/second-factor', user: 'support' },
    { name: 'second-factor-key', path: '/panel/account/second-factor', user: 'support', post: {} },
    {
      name: 'second-factor-refused',
      path: '/panel/account/second-factor/confirm',
      user: 'support',
      post: { code: '12345' },
    },
    { name: 'login-code', path: '/panel/login', post: { email: cautious.email, password: PASSWORD } },
    { name: 'forgotten', path: '/panel/forgotten' },
    { name: 'link-dead', path: `/panel/link/${'A'.repeat(43)}` },
    { name: 'link', path: `/panel/link/${invitation.token}` },
  ];
};

const accountLooks: readonly Look[] = [
  { name: 'account', path: '/panel/account', user: 'both' },
  { name: 'account-no-permission', path: '/panel/account', user: 'none' },
  {
    name: 'account-refused',
    path: '/panel/account/password',
    user: 'both',
    post: { current: 'x', next: 'curta' },
  },
  {
    name: 'account-saved',
    path: '/panel/account/alerts',
    user: 'both',
    post: { locale: 'pt', kind: EMAIL_KINDS },
  },
];

const auditLooks = ({ keys }: SampleShop): readonly Look[] => [
  { name: 'audit', path: '/panel/audit', user: 'both' },
  { name: 'audit-filtered', path: `/panel/audit?group=keys&target=api_key:${keys.active}`, user: 'both' },
  { name: 'audit-empty', path: '/panel/audit?group=deliveries&actor=system', user: 'both' },
];

const requestLooks = ({ refusals }: SampleShop): readonly Look[] => [
  { name: 'requests', path: '/panel/requests', user: 'both' },
  { name: 'requests-open', path: `/panel/requests?open=${refusals.invalid}`, user: 'both' },
  { name: 'request-found', path: `/panel/requests?request_id=${refusals.scope}`, user: 'both' },
  { name: 'request-unknown', path: `/panel/requests?request_id=${UNKNOWN_ID}`, user: 'both' },
  { name: 'request-malformed', path: '/panel/requests?request_id=5f0c3a52', user: 'both' },
  { name: 'requests-none-match', path: '/panel/requests?status=server', user: 'both' },
  { name: 'requests-empty', path: '/panel/requests', user: 'newcomer' },
];

const homeLooks: readonly Look[] = [
  { name: 'home', path: '/panel', user: 'owner' },
  { name: 'home-viewer', path: '/panel', user: 'viewer' },
  { name: 'home-empty', path: '/panel', user: 'newcomer' },
  { name: 'home-keys', path: '/panel', user: 'keys' },
];

const searchLooks = ({ productId }: SampleShop): readonly Look[] => [
  { name: 'search', path: '/panel/search?q=ca', user: 'owner' },
  { name: 'search-product', path: `/panel/search?of=product&id=${productId}`, user: 'owner' },
  { name: 'search-none', path: '/panel/search?q=zzz', user: 'owner' },
];

const alertLooks: readonly Look[] = [
  { name: 'alerts', path: '/panel/alerts', user: 'both' },
  { name: 'alerts-none', path: '/panel/alerts', user: 'newcomer' },
  { name: 'alerts-no-permission', path: '/panel/alerts', user: 'none' },
];

/** Every page, and what the pages show after a mistake, without a permission, or when there is nothing to show. */
export function looks(sample: SampleShop): readonly Look[] {
  const verify = `/panel/webhooks/${sample.endpoints.rotating}/verify`;
  return [
    ...loginLooks(sample),
    { name: 'menu', path: '/panel/deliveries', user: 'both', opened: '.menu-button', only: 'phone' },
    ...peopleLooks(sample),
    ...accountLooks,
    ...auditLooks(sample),
    ...requestLooks(sample),
    ...alertLooks,
    ...homeLooks,
    ...searchLooks(sample),
    { name: 'no-permission', path: '/panel/webhooks', user: 'none' },
    { name: 'refused', path: verify, user: 'none' },
    ...keyLooks(sample),
    ...connectLooks(sample),
    { name: 'not-found', path: '/panel/nada', user: 'both' },
    { name: 'verify', path: verify, user: 'both' },
    { name: 'verify-python', path: `${verify}?language=python`, user: 'both' },
    { name: 'verify-openssl', path: `${verify}?language=openssl`, user: 'both' },
    ...webhookLooks(sample),
    ...deliveryLooks(sample),
  ];
}

function deliveryLooks({
  deliveries,
  endpoints,
  recoveryId,
  eventId,
  orderId,
  firstOrderId,
}: SampleShop): readonly Look[] {
  const user = 'both';
  const list = '/panel/deliveries';
  const range = `endpoint=${endpoints.failing}&from=2001-01-01T00:00&until=2101-01-01T00:00`;
  return [
    { name: 'deliveries', path: list, user },
    { name: 'deliveries-empty', path: list, user: 'newcomer' },
    { name: 'deliveries-range', path: list, user, opened: '.range summary' },
    { name: 'deliveries-none', path: `${list}?status=PENDING&q=999999`, user },
    { name: 'deliveries-malformed', path: `${list}?q=5001x`, user },
    { name: 'deliveries-refused', path: `${list}/resend`, user, post: {} },
    { name: 'deliveries-order', path: `${list}?q=${orderId}&from=2001-01-01T00:00`, user },
    { name: 'delivery', path: `${list}?status=FAILED&open=${deliveries.FAILED}`, user },
    { name: 'order', path: `/panel/orders/${firstOrderId}`, user },
    {
      name: 'order-share',
      path: `/panel/orders/${firstOrderId}/share`,
      user,
      post: { endpoint: String(endpoints.healthy) },
    },
    { name: 'shared-dead', path: '/panel/shared/1.1.1.1.1.1.x' },
    { name: 'event', path: `/panel/events/${eventId}`, user },
    { name: 'delivery-headers', path: `${list}?open=${deliveries.FAILED}`, user, opened: '.sides summary' },
    { name: 'delivery-again', path: `${list}/${deliveries.SUCCESS}/resend`, user, post: {} },
    { name: 'deliveries-held', path: `${list}?status=HELD`, user },
    { name: 'delivery-accepted', path: `${list}?open=${deliveries.SUCCESS}`, user },
    { name: 'delivery-queued', path: `${list}?open=${deliveries.PENDING}`, user },
    { name: 'delivery-curl', path: `${list}/${deliveries.FAILED}/curl`, user, post: {} },
    { name: 'recover', path: `${list}/recover?${range}`, user },
    { name: 'recover-refused', path: `${list}/recover?from=2001-01-01T00:00&until=2000-01-01T00:00`, user },
    { name: 'recover-empty', path: `${list}/recover`, user: 'newcomer' },
    { name: 'recovery', path: `${list}/recoveries/${endpoints.healthy}/${recoveryId}`, user },
  ];
}

function webhookLooks({ endpoints, testEventId }: SampleShop): readonly Look[] {
  const user = 'both';
  const of = (state: keyof SampleShop['endpoints'], path = ''): string =>
    `/panel/webhooks/${endpoints[state]}${path}`;
  return [
    { name: 'webhooks', path: '/panel/webhooks', user },
    { name: 'webhooks-empty', path: '/panel/webhooks', user: 'newcomer' },
    { name: 'webhook-new', path: '/panel/webhooks/new', user },
    { name: 'webhook-example', path: '/panel/webhooks/new', user, opened: '.event summary' },
    {
      name: 'webhook-refused',
      path: '/panel/webhooks',
      user,
      post: { url: 'http://10.0.0.1/hooks', description: 'ERP', active: 'on', token: newToken() },
    },
    { name: 'webhook', path: of('healthy'), user },
    { name: 'webhook-hours', path: of('healthy'), user, opened: '.panel-box summary' },
    { name: 'webhook-failing', path: of('failing'), user },
    { name: 'webhook-inactive', path: of('inactive'), user },
    { name: 'webhook-off', path: of('switchedOff'), user },
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
    { name: 'webhook-test', path: of('rotating', `/tests/${testEventId}`), user },
    { name: 'webhook-delete', path: of('healthy', '/delete'), user },
  ];
}

/** Goes to the page, and opens what is to be open. */
export async function show(page: Page, { path, post, times = 1, opened }: Look): Promise<void> {
  await page.goto(path);
  if (post) for (let time = 0; time < times; time += 1) await submit(page, path, post);
  if (opened) await page.locator(opened).first().click();
}

async function submit(page: Page, path: string, post: NonNullable<Look['post']>): Promise<void> {
  // Asked for before: the page that sends the form has loaded already.
  const loaded = page.waitForEvent('load');
  await page.evaluate(submitForm, { path, post });
  await loaded;
}
