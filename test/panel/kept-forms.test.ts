import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../server/accounts/staff/rules/roles.ts';
import { addUser, loggedIn, PASSWORD, type TestUser, Visitor } from '../support/panel.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { fingerprint } from './fingerprint.ts';
import { pathOf, ROWS } from './route-rows.ts';

const environment = sharedEnvironment({ env: { TRUST_PROXY: 'loopback' } });
let sample: SampleShop;

beforeAll(async () => {
  sample = await openSampleShop(environment());
});

/** A new one each time, since passwords are throttled. */
const anOwner = (): Promise<TestUser> =>
  addUser(environment(), sample.tenantId, { permissions: ROLES.owner });

/** What nobody should find again, in the fields of the panel's forms that have it. */
const PRIVATE = {
  password: 'privado-1',
  current: 'privado-2',
  next: 'privado-3',
  code: 'privado-4',
  token: 'privado-5',
  step_up_proof: 'privado-6',
  headers: 'X-Api-Key: privado-7',
  secret: 'privado-8',
};
/** Fields that say nothing that somebody typed: which button it was, and what those above have. */
const NOT_TYPED = [
  'token',
  'current',
  'next',
  'code',
  'required',
  'back',
  'version',
  'active',
  'previous_until',
  'problem',
];

let addresses = 0;
const newVisitor = (): Visitor => new Visitor(environment().baseUrl, { address: `10.1.0.${++addresses}` });

const keptIn = (html: string): string => /name="kept" value="([^"]+)"/.exec(html)?.[1] ?? '';
/** The fields of the notice above the form. */
const comesBack = (html: string): readonly string[] => {
  const form = /<form[^>]*data-kept[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? '';
  return [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => `${name}=${value}`);
};

const FORMS = ROWS.filter(({ method, access }) => method === 'post' && access !== 'public').map((row) => ({
  ...row,
  name: row.path,
}));

describe('a form that comes after its session has ended', () => {
  it.each(FORMS)(
    '$name comes back with its fields after the login, and without what is private',
    async (row) => {
      const user = await anOwner();
      const before = await fingerprint(environment());
      const path = pathOf(row, sample);
      const typed = Object.entries(row.form?.(sample) ?? {}).filter(([name]) => !NOT_TYPED.includes(name));
      const visitor = newVisitor();
      const sent = await visitor.post(path, { ...row.form?.(sample), ...PRIVATE });
      if (typed.length === 0) return expect(sent).toMatchObject({ status: 303, location: '/panel/login' });
      expect(sent.status, JSON.stringify(typed)).toBe(403);
      expect(await fingerprint(environment())).toEqual(before);
      const login = { email: user.email, kept: keptIn(sent.text) };
      const again = await visitor.post('/panel/login', { ...login, password: 'errada' });
      const { status, location } = await visitor.post('/panel/login', {
        email: user.email,
        kept: keptIn(again.text),
        password: PASSWORD,
      });
      expect(status).toBe(303);
      const page = await visitor.get(location!);
      expect(page.status).toBe(200);
      expect(page.text).toContain(`action="${path}" class="notice warning" data-kept`);
      expect(comesBack(page.text)).toEqual(
        expect.arrayContaining(typed.map(([name, value]) => `${name}=${value}`)),
      );
      for (const { text } of [sent, page]) expect(text).not.toContain('privado');
      // Once: it isn't there on the next visit.
      expect(comesBack((await visitor.get(location!)).text)).toEqual([]);
    },
  );

  it('is kept for the one whose session it was', async () => {
    const user = await anOwner();
    const visitor = await loggedIn(environment().baseUrl, user, { address: '10.2.0.1' });
    await environment().context.db.query(
      'UPDATE users SET session_version = session_version + 1 WHERE email = $1',
      [user.email],
    );
    const sent = await visitor.post('/panel/team/invite', { email: 'iara@serraalta.com.br', role: 'viewer' });
    expect(sent.status).toBe(403);
    const other = await anOwner();
    const login = { email: other.email, password: PASSWORD, kept: keptIn(sent.text) };
    const { location } = await visitor.post('/panel/login', login);
    expect(location).toBe('/panel');
    expect(comesBack((await visitor.get('/panel/team/invite')).text)).toEqual([]);
  });

  it.each(['', 'abc', Buffer.alloc(200).toString('base64url')])('is nothing when it is %j', async (kept) => {
    const user = await anOwner();
    const login = { email: user.email, password: PASSWORD, kept, next: '/panel/keys' };
    expect((await newVisitor().post('/panel/login', login)).location).toBe('/panel/keys');
  });

  it('has a bound', async () => {
    const sent = await newVisitor().post('/panel/webhooks', { url: 'x'.repeat(30_000) });
    expect(sent).toMatchObject({ status: 303, location: '/panel/login' });
  });
});

it('the other language leads back to the page that has the form, after a mistake in it too', async () => {
  const user = await anOwner();
  const visitor = await loggedIn(environment().baseUrl, user, { address: '10.2.0.2' });
  const { text } = await visitor.post('/panel/keys', { name: '' });
  expect(text).toContain('name="back" value="/panel/keys/new"');
});
