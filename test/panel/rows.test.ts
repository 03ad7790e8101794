import { expect, it } from 'vitest';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import { isolated, joined } from '../../server/panel/kit/index.ts';
import { deleteEndpoint } from '../../server/webhooks/endpoints/delete-endpoint.ts';
import { dropDeletedDeliveries } from '../../server/webhooks/retention/drop-queued.ts';
import { withDelivery } from '../support/deliveries.ts';
import { addUser, loggedIn, textOf } from '../support/panel.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { emit } from '../support/webhook-fixtures.ts';
import { sendTest, switchEndpoint } from '../support/webhooks.ts';

async function failed() {
  const endpoint = await useEndpoint((res) => void res.writeHead(500).end());
  const made = await withDelivery(endpoint.url);
  await made.attempt(5);
  const visitor = await loggedIn(made.environment.baseUrl, await addUser(made.environment, made.tenantId));
  const list = async (query = '') => (await visitor.get(`/panel/deliveries${query}`)).text;
  return { ...made, visitor, list };
}

it('names each row and its checkbox by all that tells it from others', async () => {
  const { list, context, tenantId } = await failed();
  await emit(context, tenantId, 'product.created');
  const names = [...(await list()).matchAll(/<a class="row"[^>]*>(.*?)<\/a>/gs)].map(([, name]) =>
    textOf(name!),
  );
  expect(names).toHaveLength(2);
  expect(new Set(names).size).toBe(2);
  expect(names[1]).toMatch(/^Produto \d+ cadastrado ?, Falhou, .*\d\d:\d\d, http/);
  const boxes = [...(await list()).matchAll(/<label><input type="checkbox".*?<\/label>/gs)].map(([box]) =>
    textOf(box),
  );
  expect(boxes[1]).toMatch(/^Selecionar Produto \d+ cadastrado, Falhou/);
});

it('counts on a chip what the list behind it has, with tests and within the other filters', async () => {
  const { list, context, key, attempt, tenantId } = await failed();
  await sendTest(context, key, 'order.created');
  await attempt(5);
  const chip = (html: string, status: string): string =>
    textOf(new RegExp(`<a class="chip"[^>]*id="chip-${status}".*?</a>`, 's').exec(html)?.[0] ?? '');
  expect(chip(await list(), 'FAILED')).toBe('✕ Falharam 2');
  expect((await list('?status=FAILED')).match(/<a class="row"/g)).toHaveLength(2);
  const orders = await list('?kind=order.created');
  expect(chip(orders, 'FAILED')).toBe('✕ Falharam 1');
  await emit(context, tenantId, 'product.created');
  await attempt();
  await switchEndpoint(context, key, false);
  await context.db.transaction((tx) => deleteEndpoint(tx, OPERATOR, key));
  await dropDeletedDeliveries(context.db);
  const all = await list();
  expect([chip(all, 'FAILED'), chip(all, 'DROPPED')]).toEqual(['✕ Falharam 2', '– Descartadas 1']);
  expect((await list('?status=FAILED')).match(/<a class="row"/g)).toHaveLength(2);
  expect(textOf(await list('?status=DROPPED'))).toMatch(/foi excluído enquanto esperavam.* – Descartada /);
});

it('keeps what turns text around within its own name', () => {
  expect(isolated('Café 👩‍🌾 & Cia')).toBe('Café 👩‍🌾 & Cia');
  expect(isolated('مفتاح')).toBe('\u2068مفتاح\u2069');
  expect(isolated('a\u2069\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  expect(joined(['Pedido 5010', null, 'ERP\u202E'])).toBe('Pedido 5010 · \u2068ERP\u202E\u2069');
});
