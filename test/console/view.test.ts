import { beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../server/accounts/audit/list.ts';
import { listOperatorActions } from '../../server/accounts/audit/operator-actions.ts';
import { routes } from '../../server/panel/routes.ts';
import { fingerprint } from '../panel/fingerprint.ts';
import { pathOf, ROWS } from '../panel/route-rows.ts';
import { openConsole } from '../support/console.ts';
import { textOf, type Visitor } from '../support/panel.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment({ roles: ['api', 'panel', 'console'] });
let sample: SampleShop;
beforeAll(async () => {
  sample = await openSampleShop(environment());
});

const tenantId = () => sample.users.owner.tenantId;
const reason = 'Chamado 812';

async function look() {
  const { operator, visitor } = await openConsole(environment());
  const { location } = await visitor.post(`/console/tenants/${tenantId()}/view`, { reason });
  expect(location).toBe('/panel');
  return { operator, visitor };
}

it('says before a second view that it ends the first', async () => {
  const other = await environment().tenant();
  const { visitor } = await look();
  const asked = async (id: number) => textOf((await visitor.get(`/console/tenants/${id}/view`)).text);
  expect(await asked(other.tenantId)).toContain('essa visita termina');
  expect(await asked(tenantId())).not.toContain('essa visita termina');
});

const guarded = ROWS.filter(({ access, path }) => access !== 'public' && !path.startsWith('/account'));

it('is in both audits, with the operator and the reason', async () => {
  const { operator, visitor } = await look();
  const [entry] = await listAudit(environment().context.db, tenantId(), {}, { limit: 1 });
  expect(entry).toMatchObject({
    action: 'tenant.viewed',
    details: { operator: operator.email, reason, minutes: 30 },
  });
  const [action] = await listOperatorActions(environment().context.db, { tenantId: tenantId(), limit: 1 });
  expect(action).toMatchObject({ action: 'tenant.viewed', operator: operator.email, reason });
  const audit = textOf((await visitor.get('/panel/audit')).text);
  for (const said of ['Suporte da plataforma', operator.email, reason]) expect(audit).toContain(said);
});

describe('whoever looks', () => {
  it('opens every page but the account, and is told on each', async () => {
    const { visitor } = await look();
    for (const row of guarded.filter(({ method, path }) => method === 'get' && path !== '/deliveries/live')) {
      const { status, text, headers } = await visitor.get(pathOf(row, sample));
      expect([row.allowed ?? 200].flat(), row.path).toContain(status);
      if (status === 200 && headers.get('content-type')!.includes('html'))
        expect(text).toContain('como suporte');
    }
    expect((await visitor.get('/panel/account')).status).toBe(404);
  });

  it('changes nothing and sees no secret: every form is refused', async () => {
    const { visitor } = await look();
    const before = await fingerprint(environment());
    for (const row of guarded.filter(({ method }) => method === 'post')) {
      const { status, text } = await visitor.post(pathOf(row, sample), row.form?.(sample) ?? {});
      expect([row.path, status, text.includes('data-missing="view"')]).toEqual([row.path, 403, true]);
    }
    for (const { path } of routes.filter(({ method, section }) => method === 'post' && section === 'account'))
      expect((await visitor.post(`/panel${path}`)).status).toBe(404);
    expect(await fingerprint(environment())).toEqual(before);
  });

  const isBack = async (visitor: Visitor) => (await visitor.get('/panel/deliveries')).location === '/console';

  it('is back in the console after 30 minutes, and when it is ended', async () => {
    const { visitor } = await look();
    expect(await isBack(visitor)).toBe(false);
    expect((await visitor.post('/panel/logout')).location).toBe(`/console/tenants/${tenantId()}`);
    expect(await isBack(visitor)).toBe(true);
    const { visitor: other } = await look();
    await environment().context.db.query(
      "UPDATE panel.operator_sessions SET sess = jsonb_set(sess::jsonb, '{view,until}', '1')::json WHERE sess -> 'view' IS NOT NULL",
      [],
    );
    expect(await isBack(other)).toBe(true);
    expect((await other.get('/console/tenants')).status).toBe(200);
  });

  it('ends the look by a button that says so, and logs out of the console by another', async () => {
    const { visitor } = await look();
    const { text } = await visitor.get('/panel/audit');
    const menu = /<div class="who">.*?<\/div>/s.exec(text)![0];
    const buttons = [...menu.matchAll(/action="([^"]*logout)".*?<button[^>]*>([^<]*)</gs)];
    expect(buttons.map(([, action, name]) => [action, name])).toEqual([
      ['/panel/logout', 'Voltar ao console'],
      ['/console/logout', 'Sair do console'],
    ]);
    expect((await visitor.post('/console/logout')).location).toBe('/console/login');
    expect((await visitor.get('/console/tenants')).location).toContain('/console/login');
  });

  it('has to have begun', async () => {
    const { visitor } = await openConsole(environment());
    expect(await isBack(visitor)).toBe(true);
  });
});
