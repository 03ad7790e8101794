import { expect, it } from 'vitest';
import { listAudit } from '../../server/accounts/audit/list.ts';
import { ROLES } from '../../server/accounts/staff/rules/roles.ts';
import { HealthRecorder } from '../../server/webhooks/endpoints/health-recorder.ts';
import { addUser, loggedIn, textOf, type Visitor } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { buyer, stocked } from '../support/shop.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { deliveriesOf, letTimePass, openWorker, register, switchEndpoint } from '../support/webhooks.ts';

const environment = sharedEnvironment();

/** A shop whose ERP responds as told, after three orders that it was told of. */
async function shop(status: number, orders = 3) {
  const { context } = environment();
  const { tp, tenantId } = await environment().tenant();
  const state = { status };
  const erp = await useEndpoint((res) => void res.writeHead(state.status).end());
  const { id: endpointId } = await register(context, tenantId, erp.url, ['order.created']);
  await context.db.query("UPDATE webhook_registrations SET description = 'ERP' WHERE tenant_id = $1", [
    tenantId,
  ]);
  const { id: customer_id } = await buyer(tp);
  const { sku } = await stocked(tp, 50);
  const order = () => tp.orders.create({ customer_id, items: [{ sku, quantity: 1 }] });
  for (let n = 0; n < orders; n++) await order();
  const visitor = await loggedIn(environment().baseUrl, await addUser(environment(), tenantId));
  const send = async () => {
    const health = new HealthRecorder(context.db, Date.now);
    const { worker, close } = openWorker(context, health);
    await worker.tick();
    const isBusy = async () =>
      (await deliveriesOf(context, tenantId)).some((each) => each.lease_token !== null);
    await expect.poll(isBusy).toBe(false);
    await health.flush();
    close();
  };
  await send();
  return { context, tenantId, endpointId, visitor, state, order, send };
}

const open = async (visitor: Visitor) => textOf((await visitor.get('/panel')).text);
const problemIn = (html: string) => /name="problem" value="([^"]+)"/.exec(html)?.[1];

it('makes one problem of what fails for one reason', async () => {
  const { visitor, endpointId } = await shop(401);
  const { text } = await visitor.get('/panel');
  expect(textOf(text)).toMatch(
    /1 problema .*ERP ?: 3 eventos não chegaram O seu sistema recusou o acesso \(401\)\. O segredo foi trocado\?.*3 serão tentadas de novo\. Falham desde .*última/,
  );
  expect(problemIn(text)).toBe(`${endpointId} unauthorized 401`);
  expect(textOf(text)).toMatch(
    /Sistemas conectados ERP ! .*Fila 3 esperam nova tentativa Se continuar, desliga em .*Falhas em 24 h 3 de 3 envios O segredo foi trocado/,
  );
});

it('takes a problem off the page that was marked as solved, until it comes back', async () => {
  const { visitor, context, tenantId, order, send, state } = await shop(401);
  const problem = problemIn((await visitor.get('/panel')).text)!;
  const solve = () => visitor.post('/panel/problems/solve', { problem });
  expect((await solve()).location).toMatch(/^\/panel\?solved=/);
  const solved = await open(visitor);
  expect(solved).toMatch(/1 sistema pede atenção .*1 problema resolvido .*Resolvido por/);
  const [entry] = await listAudit(context.db, tenantId, { action: 'problem.solved' }, { limit: 1 });
  expect(entry).toMatchObject({ details: { problem: 'unauthorized 401' } });
  expect(textOf((await visitor.get('/panel/audit')).text)).toContain('O seu sistema recusou o acesso (401).');
  expect((await solve()).status).toBe(409);
  expect(await listAudit(context.db, tenantId, { action: 'problem.solved' }, { limit: 9 })).toHaveLength(1);
  state.status = 500;
  await order();
  await send();
  expect(await open(visitor)).toMatch(/1 problema .*ERP ?: 1 evento não chegou O seu sistema falhou/);
  state.status = 401;
  await order();
  await send();
  expect(await open(visitor)).toMatch(
    /2 problemas .*ERP ?: 1 evento não chegou O seu sistema recusou.*Voltou depois de ser resolvido por/,
  );
});

it('has a message for whoever runs the system, who cannot open the panel', async () => {
  const { visitor, context, tenantId } = await shop(410);
  const html = (await visitor.get('/panel')).text;
  const message = /Copie e mande.*?<pre[^>]*>(.*?)<\/pre>/s.exec(html)![1]!;
  expect(message).toMatch(/^Olá! Somos a loja .* Avisamos o sistema ERP de pedidos/);
  expect(message).toContain('Qual é o endereço certo agora?');
  expect(message).toContain('aposentado (410)');
  expect(message).not.toContain('exclua-o');
  const [, id] = /event_id ([0-9a-f-]{36})/.exec(message)!;
  const sent = 'SELECT 1 FROM webhook_deliveries WHERE tenant_id = $1 AND event_id = $2';
  expect(await context.db.query(sent, [tenantId, id])).toHaveLength(1);
});

it('opens a problem again that was marked by mistake', async () => {
  const { visitor, context, tenantId } = await shop(401);
  const problem = problemIn((await visitor.get('/panel')).text)!;
  const mark = (to: string) => visitor.post(`/panel/problems/${to}`, { problem });
  expect((await mark('reopen')).status).toBe(409);
  await mark('solve');
  expect((await visitor.get('/panel')).text).toContain('action="/panel/problems/reopen"');
  expect((await mark('reopen')).location).toBe('/panel');
  expect(await open(visitor)).toMatch(/1 problema .*ERP ?: 3 eventos não chegaram(?!.*Voltou depois)/);
  expect((await mark('reopen')).status).toBe(409);
  const marks = await listAudit(context.db, tenantId, { target: undefined }, { limit: 2 });
  expect(marks.map(({ action }) => action)).toEqual(['problem.reopened', 'problem.solved']);
  await mark('solve');
  expect(await open(visitor)).toContain('1 problema resolvido');
});

it('keeps the time of the first failure while it is tried again', async () => {
  const { visitor, context, tenantId, send } = await shop(500, 1);
  const first = async () =>
    /Falham desde.*?datetime="([^"]+)"/is.exec((await visitor.get('/panel')).text)?.[1];
  const before = await first();
  await letTimePass(context, tenantId);
  await send();
  expect(await first()).toBe(before);
});

it('says of a system that is off that its deliveries wait for that', async () => {
  const { visitor, context, tenantId, endpointId } = await shop(500, 1);
  await switchEndpoint(context, { tenantId, id: endpointId }, false);
  const { text } = await visitor.get('/panel');
  expect(textOf(text)).toMatch(
    /1 espera o sistema ser ligado.*Está desligado: nada é enviado a este sistema\. Ligar de novo/,
  );
  expect(text).toContain(`status=HELD&amp;endpoint=${endpointId}`);
  const viewer = await addUser(environment(), tenantId, { permissions: ROLES.viewer });
  expect(await open(await loggedIn(environment().baseUrl, viewer))).not.toContain('Ligar de novo');
});

it('follows a key into its successor, and keeps saying what is left to do', async () => {
  const { tp: _, ...tenant } = await environment().tenant();
  const { context } = environment();
  const { db } = context;
  await db.query(
    "UPDATE api_keys SET name = 'Bling', last_used_at = now() - interval '2 h' WHERE tenant_id = $1",
    [tenant.tenantId],
  );
  const visitor = await loggedIn(environment().baseUrl, await addUser(environment(), tenant.tenantId));
  const form = (await visitor.get(`/panel/keys/${tenant.keyId}/successor`)).text;
  const token = /name="token" value="([^"]+)"/.exec(form)![1]!;
  await visitor.post(`/panel/keys/${tenant.keyId}/successor`, {
    name: 'Bling (2)',
    scopes: 'all',
    validity: '90',
    token,
  });
  const { text } = await visitor.get('/panel');
  expect(text.match(/<li class="panel-box card">/g)).toHaveLength(1);
  expect(textOf(text)).toMatch(/Bling .*Última chamada há 2 h .*tp_\w+.*Ver a chave/);
  expect(text).toContain(`href="/panel/keys/${tenant.keyId}"`);
});

it('says that all is well once everything has arrived', async () => {
  const { visitor, context, tenantId, send, state } = await shop(503);
  state.status = 200;
  await letTimePass(context, tenantId);
  await send();
  expect(await open(visitor)).toMatch(/Tudo em dia .*ERP .*Última entrega (há|agora|neste).*Fila em dia/);
});

it('makes one system of a key and an endpoint of one name', async () => {
  const { visitor, context, tenantId } = await shop(200, 1);
  await context.db.query("UPDATE api_keys SET name = 'erp' WHERE tenant_id = $1", [tenantId]);
  const { text } = await visitor.get('/panel');
  expect(text.match(/<li class="panel-box card">/g)).toHaveLength(1);
  expect(textOf(text)).toMatch(/ERP .*Última chamada .*Última entrega .*Nada a fazer/);
});

it('shows a problem to those who see deliveries alone, and lets only those solve it who resend', async () => {
  const { visitor, tenantId, context } = await shop(404, 1);
  const problem = problemIn((await visitor.get('/panel')).text)!;
  const keys = await loggedIn(
    environment().baseUrl,
    await addUser(environment(), tenantId, { permissions: ['api_key.manage'] }),
  );
  expect(await open(keys)).not.toContain('404');
  const viewer = await loggedIn(
    environment().baseUrl,
    await addUser(environment(), tenantId, { permissions: ['log.read'] }),
  );
  const seen = (await viewer.get('/panel')).text;
  expect(textOf(seen)).toContain('O servidor não tem nada neste endereço (404).');
  expect(problemIn(seen)).toBeUndefined();
  expect((await viewer.post('/panel/problems/solve', { problem })).status).toBe(403);
  const other = await environment().tenant();
  const stranger = await loggedIn(environment().baseUrl, await addUser(environment(), other.tenantId));
  await stranger.post('/panel/problems/solve', { problem });
  expect(await listAudit(context.db, tenantId, { action: 'problem.solved' }, { limit: 1 })).toEqual([]);
});
