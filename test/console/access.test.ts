import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../server/panel/console/routes.ts';
import { fingerprint } from '../panel/fingerprint.ts';
import { ageConfirmations, openConsole } from '../support/console.ts';
import { addUser, loggedIn, Visitor } from '../support/panel.ts';
import { codeOf } from '../support/people.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { pathOf, ROWS } from './route-rows.ts';
import { type ConsoleSample, openSample } from './sample.ts';

const environment = sharedEnvironment({ roles: ['api', 'panel', 'console'] });
let sample: ConsoleSample;
beforeAll(async () => {
  sample = await openSample(environment());
});

const cases = ROWS.map((row) => ({ ...row, name: `${row.method} ${row.path}` }));
const REASON = { reason: 'Pedido 12 do suporte' };
const full = (row: (typeof cases)[number]) => ({ ...row.form?.(), ...REASON });

it('has a row for each route but those of the login', () => {
  const guarded = routes.filter(({ access }) => access !== 'public');
  expect(guarded.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    cases.map(({ name }) => name).toSorted(),
  );
});

async function refusesAll(visitor: Visitor): Promise<void> {
  const before = await fingerprint(environment());
  for (const row of cases) {
    const path = pathOf(row, sample);
    const reply = row.method === 'get' ? await visitor.get(path) : await visitor.post(path, full(row));
    // A form with something in it: the login is the page, which keeps it.
    if (reply.status === 403 && row.method === 'post') {
      expect(reply.text, row.name).toContain('action="/console/login"');
      continue;
    }
    expect([row.name, reply.status, reply.location?.split('?')[0]]).toEqual([
      row.name,
      303,
      '/console/login',
    ]);
  }
  expect(await fingerprint(environment())).toEqual(before);
}

describe('every page and every form is refused', () => {
  it('without a session', () => refusesAll(new Visitor(environment().consoleUrl)));

  it("with a tenant's session, under its own name and under the console's", async () => {
    const { tenantId } = await environment().tenant();
    const staff = await loggedIn(environment().baseUrl, await addUser(environment(), tenantId));
    const visitor = new Visitor(environment().consoleUrl);
    const cookie = staff.cookies.get('tradepost_session')!;
    visitor.cookies.set('tradepost_session', cookie);
    await refusesAll(visitor);
    visitor.cookies.set('tradepost_console', cookie);
    await refusesAll(visitor);
  });

  it('while only the password was right', async () => {
    const { operator } = await openConsole(environment());
    const visitor = new Visitor(environment().consoleUrl);
    await visitor.post('/console/login', { email: operator.email, password: 'um café coado na hora' });
    await refusesAll(visitor);
  });

  it.each([
    ['after a logout', (visitor: Visitor) => visitor.post('/console/logout')],
    [
      'after 30 minutes without a click',
      () =>
        setSession(
          "jsonb_set(sess::jsonb, '{login,usedAt}', to_jsonb(extract(epoch FROM now() - interval '31 min') * 1000))",
        ),
    ],
    [
      'after 8 hours',
      () =>
        setSession(
          "jsonb_set(sess::jsonb, '{login,startedAt}', to_jsonb(extract(epoch FROM now() - interval '481 min') * 1000))",
        ),
    ],
  ])('%s', async (_, end) => {
    const { visitor } = await openConsole(environment());
    const kept = new Map(visitor.cookies);
    await end(visitor);
    for (const [name, value] of kept) visitor.cookies.set(name, value);
    expect((await visitor.get('/console/tenants')).location).toContain('/console/login');
  });
});

const setSession = (sess: string) =>
  environment().context.db.query(`UPDATE panel.operator_sessions SET sess = (${sess})::json`, []);

describe('an operator', () => {
  it.each(cases.filter(({ method }) => method === 'get'))('opens $name', async (row) => {
    const { visitor } = await openConsole(environment());
    expect((await visitor.get(pathOf(row, sample))).status).toBe(row.status ?? 200);
  });

  it.each(cases.filter(({ method }) => method === 'post'))(
    '$name asks who it is, then for a reason, and then changes something',
    async (row) => {
      const { operator, visitor } = await openConsole(environment());
      const path = pathOf(row, sample);
      await ageConfirmations(environment());
      const before = await fingerprint(environment());
      const asked = await visitor.post(path, full(row));
      expect([asked.status, asked.text.includes('data-missing="confirmation"')]).toEqual([403, true]);
      expect(await fingerprint(environment())).toEqual(before);
      const confirmed = await visitor.post(path, { ...row.form?.(), step_up_proof: codeOf(operator.key, 1) });
      expect([confirmed.status, confirmed.text.includes('field-reason-error')]).toEqual(
        row.own ? [row.status, false] : [422, true],
      );
      const done = await visitor.post(path, full(row));
      expect(done.status).toBe(row.status ?? 303);
      expect(await fingerprint(environment())).not.toEqual(before);
    },
  );

  it.each(cases.filter(({ method }) => method === 'post'))(
    '$name is refused from another site',
    async (row) => {
      const { visitor } = await openConsole(environment());
      const headers = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' };
      expect((await visitor.post(pathOf(row, sample), full(row), headers)).status).toBe(403);
    },
  );

  it('gets the same page for what does not exist', async () => {
    const { visitor } = await openConsole(environment());
    for (const path of ['/tenants/2000000000', '/tenants/x/edit', '/tenants/1/users/2000000000', '/nothing'])
      expect((await visitor.get(`/console${path}`)).status).toBe(404);
  });
});

it('is at its own address alone, and serves nothing of the others', async () => {
  const at = async (origin: string, path: string) =>
    (await fetch(origin + path, { redirect: 'manual' })).status;
  const { baseUrl, consoleUrl } = environment();
  expect(await at(consoleUrl, '/console/login')).toBe(200);
  expect(await at(baseUrl, '/console/login')).toBe(404);
  // Of the panel only what an operator looks at, see view.test.ts.
  expect(await at(consoleUrl, '/panel/login')).toBe(303);
  expect(await at(consoleUrl, '/api/v1/me')).toBe(404);
});
