import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../server/accounts/staff/rules/roles.ts';
import { routes } from '../../server/panel/routes.ts';
import {
  ALL_PERMISSIONS,
  addUser,
  loggedIn,
  type Permission,
  setPlan,
  type TestUser,
  Visitor,
} from '../support/panel.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { fingerprint } from './fingerprint.ts';
import { pathOf, ROWS, type RouteRow } from './route-rows.ts';

const environment = sharedEnvironment({ env: { TRUST_PROXY: 'loopback' } });
let sample: SampleShop;
let stranger: TestUser;
/** A new one for each group of tests, because all of them together are more requests than an address and a user may send. */
let addresses = 0;
const newAddress = (): string => `10.0.0.${++addresses}`;
/** Ids that no row has. */
const UNKNOWN_ID = 2_000_000_000;
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

type Owner = 'owner' | 'both' | 'keys' | 'webhooks' | 'support' | 'viewer' | 'none';
const PERMISSIONS: Readonly<Record<Owner, readonly Permission[]>> = {
  both: ALL_PERMISSIONS,
  keys: ['api_key.manage'],
  webhooks: ['webhook.manage'],
  owner: ROLES.owner,
  support: ROLES.support,
  viewer: ROLES.viewer,
  none: [],
};
const OWNERS = Object.keys(PERMISSIONS) as Owner[];
const PLANS = [
  { api: true, webhooks: true },
  { api: false, webhooks: true },
  { api: true, webhooks: false },
  { api: false, webhooks: false },
];
/** Every plan for those who may do all or nothing, since a plan takes away the same from everybody. Others have the full one. */
const GROUPS = OWNERS.flatMap((owner) =>
  (['owner', 'none'].includes(owner) ? PLANS : PLANS.slice(0, 1)).map((plan) => ({ owner, ...plan })),
);
type Guarded = Exclude<RouteRow['access'], 'public' | 'session'>;
const FEATURES: Readonly<Record<Guarded, { owners: readonly Owner[]; flag?: 'api' | 'webhooks' }>> = {
  users: { owners: ['owner'] },
  api_keys: { owners: ['owner', 'both', 'keys'], flag: 'api' },
  revoke_keys: { owners: ['owner', 'both', 'keys'] },
  requests: { owners: ['owner', 'both', 'keys', 'support', 'viewer'], flag: 'api' },
  webhooks: { owners: ['owner', 'both', 'webhooks'], flag: 'webhooks' },
  deliveries: { owners: ['owner', 'both', 'webhooks', 'support', 'viewer'], flag: 'webhooks' },
  resend: { owners: ['owner', 'both', 'webhooks', 'support'], flag: 'webhooks' },
};

beforeAll(async () => {
  sample = await openSampleShop(environment());
  const other = await openSampleShop(environment());
  stranger = other.users.owner;
});

const nameOf = ({ method, path }: Pick<RouteRow, 'method' | 'path'>): string => `${method} ${path}`;
const cases = ROWS.map((row) => ({ ...row, name: nameOf(row) }));
const guarded = cases
  .filter(({ access }) => access !== 'public')
  .toSorted((a, b) => Number(a.endsSession ?? false) - Number(b.endsSession ?? false));

function send(visitor: Visitor, row: RouteRow, path: string, withForm: boolean) {
  if (row.method === 'get') return visitor.get(path);
  return visitor.post(path, withForm ? row.form?.(sample) : {});
}

/** What is missing, in the order in which the page says it. */
function missingOf({ access }: RouteRow, owner: Owner, plan: (typeof PLANS)[number]): string[] {
  if (access === 'public' || access === 'session') return [];
  const { owners, flag } = FEATURES[access];
  const isOff = flag !== undefined && !plan[flag];
  return [...(owners.includes(owner) ? [] : ['permission']), ...(isOff ? ['plan'] : [])];
}

const told = (html: string): string[] => [...html.matchAll(/data-missing="(\w+)"/g)].map(([, what]) => what!);

describe('the table of routes', () => {
  it('has a row for each route of the panel, and no other row', () => {
    expect(ROWS.map(nameOf).toSorted()).toEqual(routes.map(nameOf).toSorted());
  });

  it('expects the access that each route declares', () => {
    const declared = Object.fromEntries(routes.map((route) => [nameOf(route), route.access]));
    expect(Object.fromEntries(ROWS.map((row) => [nameOf(row), row.access]))).toEqual(declared);
  });

  it('fills the parameters of each path', () => {
    for (const row of ROWS) {
      const names = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(row.params?.(sample) ?? {}), nameOf(row)).toEqual(names);
    }
  });
});

describe('somebody who is not logged in', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await fingerprint(environment());
  });

  it.each(guarded)('is sent to the login by $name', async (row) => {
    const path = pathOf(row, sample);
    const visitor = new Visitor(environment().baseUrl, { address: newAddress() });
    const { status, location, text } = await send(visitor, row, path, true);
    // A form with something in it: the login is the page, which keeps it (kept-forms.test.ts).
    if (row.method === 'post' && status === 403) expect(text).toContain('action="/panel/login"');
    else expect({ status, text }).toEqual({ status: 303, text: '' });
    const login = row.method === 'get' ? `/panel/login?next=${encodeURIComponent(path)}` : '/panel/login';
    if (status === 303) expect(location).toBe(login);
  });

  it('changes nothing', async () => {
    expect(await fingerprint(environment())).toEqual(before);
  });
});

describe.each(GROUPS)(
  'a user with the permissions: $owner, and the plan api $api, webhooks $webhooks',
  ({ owner, ...plan }) => {
    let user: TestUser;
    let visitor: Visitor;
    let before: Record<string, string>;
    const missing = (row: RouteRow): string[] => missingOf(row, owner, plan);
    const logIn = () => loggedIn(environment().baseUrl, user, { address: newAddress() });
    beforeAll(async () => {
      await setPlan(environment(), sample.tenantId, plan);
      user = await addUser(environment(), sample.tenantId, { permissions: PERMISSIONS[owner] });
      visitor = await logIn();
      before = await fingerprint(environment());
    });

    it.each(guarded.filter((row) => missing(row).length > 0))('is refused by $name', async (row) => {
      const { status, text } = await send(visitor, row, pathOf(row, sample), true);
      expect({ status, missing: told(text) }).toEqual({ status: 403, missing: missing(row) });
    });

    // Once for all of them: the hash of every table takes longer than a request.
    it('changes nothing by what is refused', async () => {
      expect(await fingerprint(environment())).toEqual(before);
    });

    it.each(guarded.filter((row) => missing(row).length === 0))('may use $name', async (row) => {
      if (row.method === 'get') {
        const { status } = await visitor.get(pathOf(row, sample));
        expect([row.allowed ?? 200].flat()).toContain(status);
      } else {
        const { status } = await visitor.post(unknownPath(row));
        expect(status).toBe(row.params ? 404 : (row.empty ?? 422));
        if (row.endsSession) visitor = await logIn();
      }
    });
  },
);

it('shows the tabs that a user can open, and no others', async () => {
  await setPlan(environment(), sample.tenantId, { api: true, webhooks: true });
  const TABS: Readonly<Record<string, readonly string[]>> = {
    owner: ['keys', 'webhooks', 'deliveries', 'requests', 'audit', 'alerts', 'team'],
    both: ['keys', 'webhooks', 'deliveries', 'requests', 'audit', 'alerts'],
    viewer: ['deliveries', 'requests', 'audit'],
    none: ['audit'],
  };
  const tabsOf = async (visitor: Visitor): Promise<string[]> => {
    const [nav] = /<nav class="tabs".*?<\/nav>/s.exec((await visitor.get('/panel/account')).text)!;
    return [...nav.matchAll(/href="\/panel\/(\w+)"/g)].map(([, tab]) => tab!);
  };
  for (const [owner, tabs] of Object.entries(TABS)) {
    const user = sample.users[owner as 'owner'];
    const visitor = await loggedIn(environment().baseUrl, user, { address: newAddress() });
    expect(await tabsOf(visitor), owner).toEqual(tabs);
    for (const tab of tabs) expect((await visitor.get(`/panel/${tab}`)).status, `${owner} ${tab}`).toBe(200);
    const first = await visitor.get('/panel');
    expect([first.status, first.location]).toEqual(
      tabs.length > 1 ? [200, undefined] : [303, '/panel/audit'],
    );
  }
  await setPlan(environment(), sample.tenantId, { api: false, webhooks: false });
  const visitor = await loggedIn(environment().baseUrl, sample.users.owner, { address: newAddress() });
  expect(await tabsOf(visitor)).toEqual(['audit', 'alerts', 'team']);
});

it("another tenant's ids are unknown to every route", async () => {
  const visitor = await loggedIn(environment().baseUrl, stranger, { address: newAddress() });
  const before = await fingerprint(environment());
  for (const row of guarded.filter(({ params }) => params)) {
    const foreign = await send(visitor, row, pathOf(row, sample), true);
    const unknown = await send(visitor, row, unknownPath(row), true);
    expect(foreign.status, row.name).toBe(404);
    expect(withoutPath(foreign.text, pathOf(row, sample)), row.name).toBe(
      withoutPath(unknown.text, unknownPath(row)),
    );
  }
  expect(await fingerprint(environment())).toEqual(before);
});

it('a path that no route has keeps the navigation, and the language, of whoever is logged in', async () => {
  const visitor = await loggedIn(environment().baseUrl, sample.users.none, { language: 'en' });
  for (const path of ['/panel/nothing', '/panel/keys/7/nothing']) {
    const { status, text } = await visitor.get(path);
    expect(status).toBe(404);
    expect(text).toContain('href="/panel/audit"');
    expect((await visitor.post(path)).status).toBe(404);
    const stranger = await new Visitor(environment().baseUrl).get(path);
    expect(stranger.status).toBe(404);
    expect(stranger.text).not.toContain('href="/panel/audit"');
  }
});

/** The page has its own path in the form that changes the language, and where that leads back to. */
const withoutPath = (html: string, path: string): string =>
  html.replaceAll(path, '').replace(/name="back" value="[^"]*"/, '');

const unknownPath = (row: RouteRow): string => {
  const params = row.params?.(sample) ?? {};
  const unknown = Object.entries(params).map(
    ([name, value]) => [name, typeof value === 'number' ? UNKNOWN_ID : UNKNOWN_UUID] as const,
  );
  return pathOf(row, sample, Object.fromEntries(unknown));
};
