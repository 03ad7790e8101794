import { beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../server/accounts/audit/list.ts';
import { routes } from '../../server/panel/routes.ts';
import { loggedIn, PASSWORD, textOf, type Visitor } from '../support/panel.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { ageConfirmation } from '../support/people.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { fingerprint } from './fingerprint.ts';
import { pathOf, ROWS } from './route-rows.ts';

const environment = sharedEnvironment({ env: { TRUST_PROXY: 'loopback' } });
let sample: SampleShop;
let addresses = 0;
beforeAll(async () => {
  sample = await openSampleShop(environment());
});

/** The owner, whose login was longer ago than a confirmation lasts. */
async function openOld(): Promise<Visitor> {
  addresses += 1;
  const visitor = await loggedIn(environment().baseUrl, sample.users.owner, {
    address: `10.3.0.${addresses}`,
  });
  await ageConfirmation(environment(), sample.users.owner);
  return visitor;
}

const asking = routes
  .filter((route) => route.access !== 'public' && route.stepUp)
  .map(({ method, path }) => ({ name: `${method} ${path}`, method, path }));

it('covers keys, secrets, people and second factors', () => {
  expect(asking.map(({ name }) => name).toSorted()).toEqual([
    'post /account/email',
    'post /account/second-factor',
    'post /account/second-factor/codes',
    'post /account/second-factor/remove',
    'post /connect',
    'post /keys',
    'post /keys/:id/successor',
    'post /team/:id/password-link',
    'post /team/:id/remove',
    'post /team/:id/role',
    'post /team/:id/second-factor',
    'post /team/invitations/:id/resend',
    'post /team/invitations/:id/revoke',
    'post /team/invite',
    'post /team/second-factor',
    'post /webhooks',
    'post /webhooks/:id/activate',
    'post /webhooks/:id/edit',
    'post /webhooks/:id/rotate',
    'post /webhooks/:id/secret',
  ]);
});

it.each(asking)(
  '$name does nothing, shows no secret and keeps its form until then',
  async ({ method, path }) => {
    const visitor = await openOld();
    const row = ROWS.find((each) => each.method === method && each.path === path)!;
    const fields = row.form?.(sample) ?? {};
    const before = await fingerprint(environment());
    const { status, text } = await visitor.post(pathOf(row, sample), fields);
    expect(status).toBe(403);
    expect(text).toContain('data-missing="confirmation"');
    for (const [name, value] of Object.entries(fields))
      expect(text).toContain(
        `<input type="hidden" name="${name}" value${value === '' ? '' : `="${value}"`}/>`,
      );
    expect(await fingerprint(environment())).toEqual(before);
  },
);

describe('the password', () => {
  const form = () => ROWS.find(({ method, path }) => method === 'post' && path === '/keys')!.form!(sample);

  it('lets the form through as it was, with every box, and others for 15 minutes', async () => {
    const visitor = await openOld();
    const scopes = ['orders.read', 'products.read'];
    const asked = await visitor.post('/panel/keys', { ...form(), scopes });
    const kept = [...asked.text.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    expect(kept.filter(([, name]) => name === 'scopes').map(([, , value]) => value)).toEqual(scopes);
    const made = await visitor.post('/panel/keys', { ...form(), scopes, step_up_proof: PASSWORD });
    expect(made.status).toBe(200);
    expect(made.text).toMatch(/tp_[0-9A-Za-z]{38}/);
    expect(made.text).not.toContain(PASSWORD);
    expect((await visitor.post('/panel/keys', form())).status).toBe(200);
  });

  it('that is wrong asks again, without a trace of it, and is throttled', async () => {
    const visitor = await openOld();
    const guess = (n: number) =>
      visitor.post('/panel/keys', { ...form(), step_up_proof: `guess number ${n}` });
    const first = await guess(0);
    expect(first.status).toBe(422);
    expect(textOf(first.text)).toContain('Esta não é a sua senha atual.');
    expect(first.text).not.toContain('guess number');
    const statuses = [];
    for (let n = 1; n < 20; n += 1) statuses.push((await guess(n)).status);
    expect(statuses.at(-1)).toBe(429);
    const { db } = environment().context;
    const [failed] = await listAudit(db, sample.tenantId, { group: 'logins' }, { limit: 1 });
    expect(failed).toMatchObject({
      action: 'login.failed',
      details: { attempts: 1 + statuses.indexOf(429) },
    });
    expect((await visitor.post('/panel/keys', { ...form(), step_up_proof: PASSWORD })).status).toBe(429);
  });
});

it('a login counts, since it was a moment ago', async () => {
  const visitor = await loggedIn(environment().baseUrl, sample.users.owner, { address: '10.4.0.1' });
  expect((await visitor.post(`/panel/webhooks/${sample.endpoints.healthy}/secret`)).status).toBe(200);
});
