import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RefusedRequest } from '../../server/accounts/request-log/refused-request.ts';
import { problems } from '../../server/base/contract.ts';
import type { ProblemCode } from '../../server/base/problems/api-problem.ts';
import { problemWords } from '../../server/panel/request-log/problem-words.ts';
import { addUser, loggedIn, textOf, type VisitorOptions } from '../support/panel.ts';
import { logRefused, refusedRequest } from '../support/refused-requests.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment();
const DAY_MS = 86_400_000;

/** A tenant with these refusals, and somebody of its staff. */
async function shopWith(requests: readonly Partial<RefusedRequest>[] = [], options?: VisitorOptions) {
  const tenant = await environment().tenant();
  const { tenantId, keyId } = tenant;
  const refusals = requests.map((fields) => refusedRequest(tenantId, { apiKeyId: keyId, ...fields }));
  if (refusals.length > 0) await logRefused(environment().context.db, refusals);
  const user = await addUser(environment(), tenantId);
  const visitor = await loggedIn(environment().baseUrl, user, options);
  const open = async (query: string): Promise<{ status: number; html: string; text: string }> => {
    const { status, text } = await visitor.get(`/panel/requests${query}`);
    return { status, html: text, text: textOf(text) };
  };
  return { tenant, user, refusals, open };
}

const rowIds = (html: string): string[] =>
  [...html.matchAll(/<tr id="([0-9a-f-]{36})"/g)].map(([, id]) => id!);
const href = (html: string, rel: string): string =>
  [...html.matchAll(/href="([^"]+)" rel="(\w+)"/g)]
    .find(([, , name]) => name === rel)![1]!
    .replaceAll('&amp;', '&')
    .replace('/panel/requests', '');

describe('the list', () => {
  it('says good news when nothing was refused', async () => {
    const { open } = await shopWith();
    const { status, text } = await open('');
    expect(status).toBe(200);
    expect(text).toContain('Nenhuma requisição recusada nos últimos 7 dias Boa notícia');
  });

  it('has time, method, path, status, reason, key and duration of each request', async () => {
    const { refusals, open } = await shopWith([
      { method: 'POST', path: '/api/v1/orders', code: 'insufficient_stock', durationMs: 1204 },
    ]);
    const { html, text } = await open('');
    expect(rowIds(html)).toEqual([refusals[0]!.requestId]);
    expect(text).toMatch(
      /Não há estoque suficiente.* POST \/api\/v1\/orders ! 409 Conflito test tp_Qx3vB8aL… 1,2 s \d\d:\d\d/,
    );
  });

  it('reads English', async () => {
    const { open } = await shopWith([{ code: 'rate_limit_exceeded' }], { language: 'en' });
    expect((await open('')).text).toMatch(/The plan's requests per minute are used up.* ↻ 429 Limit reached/);
  });

  it('turns its pages', async () => {
    const { refusals, open } = await shopWith(Array.from({ length: 120 }, () => ({})));
    const first = await open('');
    const second = await open(href(first.html, 'next'));
    const third = await open(href(second.html, 'next'));
    const ids = [first, second, third].flatMap(({ html }) => rowIds(html));
    expect(ids.length).toBe(120);
    expect(new Set(ids)).toEqual(new Set(refusals.map(({ requestId }) => requestId)));
    expect(rowIds((await open(href(third.html, 'prev'))).html)).toEqual(rowIds(first.html));
  });

  it('is filtered by status, reason, key and period', async () => {
    const { tenant, refusals, open } = await shopWith([
      { code: 'not_found' },
      { code: 'invalid_tax_id' },
      { code: 'invalid_reference', keyPrefix: 'tp_BBBBBBBB' },
    ]);
    const old = refusedRequest(tenant.tenantId, { code: 'in_use' });
    await logRefused(environment().context.db, [old], { ageMs: 3 * DAY_MS });
    const ids = refusals.map(({ requestId }) => requestId);
    const found = async (query: string) => rowIds((await open(query)).html).sort();
    expect(await found('')).toEqual([...ids, old.requestId].sort());
    expect(await found('?status=rule')).toEqual(ids.slice(1).sort());
    expect(await found('?code=invalid_tax_id')).toEqual([ids[1]]);
    expect(await found('?key=tp_BBBBBBBB')).toEqual([ids[2]]);
    expect(await found('?status=rule&key=tp_BBBBBBBB')).toEqual([ids[2]]);
    expect(await found('?period=yesterday')).toEqual(ids.sort());
    expect(await found('?period=today&status=server')).toEqual([]);
    expect((await open('?status=server')).text).toContain('Nenhuma requisição com estes filtros');
    expect((await open('')).text).toContain('Todas 4 Não encontrado 1 Conflito 1 Recusada por regra 2');
  });

  it('takes filters that make no sense as not given', async () => {
    const { refusals, open } = await shopWith([{}]);
    const { status, html } = await open(
      `?status=<b>&code=constructor&period=x&after=2026-99-99T00:00:00.000Z_${randomUUID()}x&open='`,
    );
    expect([status, rowIds(html)]).toEqual([200, [refusals[0]!.requestId]]);
    for (const day of ['2026-99-99', '2026-02-30', '0000-01-01', '9999-12-31']) {
      const after = `${day}T00:00:00.000Z_5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e`;
      expect((await open(`?after=${after}`)).status, day).toBe(200);
    }
  });

  it('says how many more there were than are kept', async () => {
    const { tenant, open } = await shopWith([{ code: 'rate_limit_exceeded' }, {}]);
    const { tenantId } = tenant;
    await logRefused(environment().context.db, [], {
      dropped: [{ tenantId, code: 'rate_limit_exceeded', count: 12_345 }],
    });
    expect((await open('?status=limit')).text).toContain('Outras 12.345 requisições foram contadas');
    expect((await open('')).text).toContain('Outras 12.345 requisições');
    expect((await open('')).text).toContain('Limite atingido 12.346');
    expect((await open('?status=missing')).text).not.toContain('Outras');
  });
});

it.each([
  ['invalid_request', 'Quem cuida do sistema com a chave'],
  ['api_key_expired', 'A loja, aqui no painel.'],
  ['insufficient_stock', 'Não é defeito'],
  ['internal_error', 'Quem opera o Tradepost.'],
] as const)('says who solves %s', async (code, who) => {
  const { refusals, open } = await shopWith([{ code }]);
  const { text } = await open(`?request_id=${refusals[0]!.requestId}`);
  expect(text).toContain(`Quem resolve ${who}`);
});

it('leads from a missing scope to the form of a key that has it', async () => {
  const { refusals, open } = await shopWith([
    { code: 'insufficient_scope', status: 403, operation: 'listOrders' },
  ]);
  const { html } = await open(`?request_id=${refusals[0]!.requestId}`);
  expect(html).toMatch(/href="\/panel\/keys\/new\?from=\d+&amp;scope=orders\.read"/);
});

describe('the search for a request_id', () => {
  it.each([
    (id: string) => id,
    (id: string) => `  ${id}\n`,
    (id: string) => `X-Request-Id: ${id}`,
    (id: string) => `"request_id":"${id.toUpperCase()}",`,
  ])('finds what was pasted: %s', async (paste) => {
    const { refusals, open } = await shopWith([{ code: 'api_key_expired' }, {}]);
    const { requestId } = refusals[0]!;
    const { html, text } = await open(`?request_id=${encodeURIComponent(paste(requestId))}`);
    expect(rowIds(html)).toEqual([requestId]);
    expect(text).toContain('O que fazer Crie uma nova em Chaves de API e troque-a no sistema');
  });

  it('stays when the row that it found is closed and opened again', async () => {
    const { refusals, open } = await shopWith([{ code: 'api_key_expired' }, {}]);
    const { requestId } = refusals[0]!;
    const linkIn = (html: string) =>
      /class="row" id="[^"]+" href="\/panel\/requests([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
    const opened = await open(`?request_id=${requestId}`);
    const closed = await open(linkIn(opened.html));
    expect(rowIds(closed.html)).toEqual([requestId]);
    expect(closed.text).not.toContain('O que fazer');
    expect(closed.html).toContain(`value="${requestId}"`);
    expect((await open(linkIn(closed.html))).text).toContain('O que fazer');
  });

  it("says why an unknown id may be missing, and the same for another tenant's", async () => {
    const { refusals } = await shopWith([{}]);
    const { open } = await shopWith([{}]);
    const { requestId } = refusals[0]!;
    const unknown = randomUUID();
    const [foreign, missing] = [await open(`?request_id=${requestId}`), await open(`?request_id=${unknown}`)];
    expect(missing.text).toMatch(
      /Nenhuma requisição recusada tem este id .* tenha dado certo: .* outra empresa/,
    );
    expect(foreign.html.replaceAll(requestId, unknown)).toBe(missing.html);
    expect((await open('?request_id=12345')).text).toContain('Isto não parece um request_id');
  });
});

describe('the detail', () => {
  it('says where the issues are, in words, and how many more there are', async () => {
    const { refusals, open } = await shopWith([
      {
        code: 'invalid_request',
        operation: 'createOrder',
        places: [
          { pointer: '#/items/0/quantity', code: 'minimum' },
          { parameter: 'page', code: 'something_new' },
          { header: 'If-Match', code: 'pattern' },
        ],
        issueCount: 14,
      },
    ]);
    const { html, text } = await open(`?open=${refusals[0]!.requestId}`);
    expect(text).toMatch(
      /#\/items\/0\/quantity abaixo do mínimo page something_new If-Match formato inválido e mais 11/,
    );
    expect(text).toContain('Operação createOrder');
    expect(html).toContain(`href="${environment().baseUrl}/docs/problems/invalid_request"`);
  });

  it('names the product whose stock was too little', async () => {
    const { refusals, open } = await shopWith([
      {
        code: 'insufficient_stock',
        places: [{ pointer: '#/items/0/quantity', code: 'insufficient_stock', product_id: 1001 }],
      },
    ]);
    const { text } = await open(`?open=${refusals[0]!.requestId}`);
    expect(text).toContain('Onde #/items/0/quantity produto 1001');
  });

  it('says which scope was missing', async () => {
    const { refusals, open } = await shopWith([{ code: 'insufficient_scope', operation: 'createOrder' }]);
    const { text } = await open(`?open=${refusals[0]!.requestId}`);
    expect(text).toContain('Escopos que a operação exige: orders.write');
  });

  it("does not run what a client's text says", async () => {
    const evil = '<img src=x onerror=alert(1)>"\'';
    const { tenant, refusals, open } = await shopWith([
      { method: evil, path: `/api/v1/${evil}`, keyPrefix: evil, places: [{ pointer: evil, code: evil }] },
    ]);
    await environment().context.db.query('UPDATE api_keys SET name = $2 WHERE tenant_id = $1', [
      tenant.tenantId,
      evil,
    ]);
    const { html } = await open(`?open=${refusals[0]!.requestId}&key=${encodeURIComponent(evil)}`);
    expect(html).toContain('&lt;img');
    expect(html).not.toContain('<img');
    expect((await open(`?request_id=${encodeURIComponent(evil)}`)).html).not.toContain('<img');
  });
});

it('has words for each problem in both languages', () => {
  for (const code of Object.keys(problems) as ProblemCode[])
    for (const locale of ['pt', 'en'] as const) {
      const { title, advice } = problemWords(locale, code);
      expect([title.length > 5, advice.length > 10, advice.split('`').length % 2]).toEqual([true, true, 1]);
    }
});
