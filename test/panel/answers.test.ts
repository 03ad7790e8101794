import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimEmails } from '../../server/webhooks/alerts/email/claim.ts';
import { composeEmail } from '../../server/webhooks/alerts/email/message.tsx';
import { addUser as addReader, failingFor, watchOnce } from '../support/alerts.ts';
import { openAuthority } from '../support/certificates.ts';
import { withDelivery } from '../support/deliveries.ts';
import { addUser, loggedIn, preformatted, textOf, tokenOf } from '../support/panel.ts';
import { type Respond, useEndpoint } from '../support/test-endpoint.ts';

/** A delivery that was tried once, and pages of staff who read about it. */
async function tried(url: string, language: 'pt-BR' | 'en' = 'pt-BR') {
  const made = await withDelivery(url);
  await made.attempt();
  const user = await addUser(made.environment, made.tenantId);
  const visitor = await loggedIn(made.environment.baseUrl, user, { language });
  const list = async () => (await visitor.get('/panel/deliveries')).text;
  const open = async () => (await visitor.get(`/panel/deliveries?open=${made.id}`)).text;
  return { ...made, visitor, list, open };
}

const respond =
  (status: number, headers: Record<string, string> = {}, body = ''): Respond =>
  (res) =>
    void res.writeHead(status, headers).end(body);

describe('why a delivery was not accepted', () => {
  it.each([
    [
      301,
      { location: '/v2/hooks' },
      '/v2/hooks (301), e não seguimos redirecionamentos. Troque a URL do endpoint',
    ],
    [401, {}, 'O segredo foi trocado?'],
    [413, {}, 'Aumente o limite de tamanho'],
    [429, { 'retry-after': '600' }, 'pediu uma pausa (429, Retry-After: 10 min)'],
    [500, {}, 'O seu sistema falhou ao processar a entrega (500). Quem cuida dele acha a causa no log'],
    [
      502,
      { 'content-type': 'text/html' },
      'Quem respondeu foi um gateway ou proxy, com uma página HTML (502)',
    ],
  ] as const)(
    '%i is said in the list, the details, the test, the alert and its e-mail',
    async (status, headers, said) => {
      const endpoint = await useEndpoint(respond(status, headers));
      const made = await tried(endpoint.url);
      const { visitor, context, tenantId, webhook } = { ...made, webhook: `/panel/webhooks/${made.key.id}` };
      expect(textOf(await made.list())).toContain(said);
      expect(textOf(await made.open())).toContain(said);
      const form = { kind: 'order.created', token: tokenOf(await visitor.get(webhook)) };
      const { location } = await visitor.post(`${webhook}/test`, form);
      await made.worker.tick();
      expect(textOf((await visitor.get(location!)).text)).toContain(said);
      await addReader(context, tenantId);
      await failingFor(context, made.key, '2 hours');
      await watchOnce(context);
      expect(textOf((await visitor.get('/panel/alerts')).text)).toContain(said);
      const [claimed] = (await claimEmails(context.db, 10)).filter((email) => email.tenantId === tenantId);
      expect(composeEmail(claimed!, 'https://painel.example', 'painel.example').text).toContain(said);
    },
  );

  it('an address that was retired is said in English, too', async () => {
    const endpoint = await useEndpoint(respond(410));
    const { list } = await tried(endpoint.url, 'en');
    expect(textOf(await list())).toContain('this address was retired (410)');
  });

  it('a certificate that nobody knows is said', async () => {
    const { certify } = openAuthority();
    const server = https.createServer(certify('localhost'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { list } = await tried(`https://localhost:${(server.address() as AddressInfo).port}/`);
    expect(textOf(await list())).toMatch(/certificado TLS .*, e nada foi enviado/);
  });

  it('an accepted one asks for nothing', async () => {
    const endpoint = await useEndpoint(respond(200));
    const { list, open } = await tried(endpoint.url);
    expect(await list()).not.toContain('class="second why"');
    expect(textOf(await open())).toContain('O seu sistema aceitou (200).');
  });
});

describe('the response', () => {
  const answered = async (status: number, headers: Record<string, string>, body: string) => {
    const endpoint = await useEndpoint(respond(status, headers, body));
    return (await tried(endpoint.url)).open();
  };
  const json = { 'content-type': 'application/json' };

  it('comes before what was sent, with its status and type, and JSON in lines and colours', async () => {
    const page = await answered(
      422,
      json,
      '{"error":{"price":1.50,"ok":false},"list":[],"n":12345678901234567890}',
    );
    expect(textOf(page)).toMatch(/HTTP 422 · application\/json .*Corpo enviado/);
    expect(preformatted(page)[0]).toBe(
      '{\n  "error": {\n    "price": 1.50,\n    "ok": false\n  },\n  "list": [],\n  "n": 12345678901234567890\n}',
    );
    expect(page).toContain(
      '<span class="json-key">&quot;price&quot;</span>: <span class="json-word">1.50</span>',
    );
  });

  it('in JSON that was cut is indented as far as it goes, and called cut', async () => {
    const page = await answered(
      400,
      json,
      JSON.stringify({ errors: Array.from({ length: 200 }, () => 'preço') }),
    );
    expect(preformatted(page)[0]).toMatch(/^\{\n {2}"errors": \[\n {4}"preço",\n/);
    expect(textOf(page)).toContain('Guardamos só o começo, 1 KB.');
  });

  it('of brackets alone stays small', async () => {
    expect((await answered(400, json, '['.repeat(3000))).length).toBeLessThan(100_000);
  });

  it('in HTML is its title and its text, and the source on demand', async () => {
    const html =
      '<!DOCTYPE html><html><head><title>502 Bad Gateway &amp; mais</title><style>p{}</style></head><body><h1>502</h1><p>nginx &lt;1.27&gt;</p><script>alert(1)</script></body></html>';
    const page = await answered(502, { 'content-type': 'text/html' }, html);
    expect(textOf(page)).toContain('Uma página HTML: “502 Bad Gateway & mais”');
    expect(preformatted(page)[0]).toBe('502\nnginx <1.27>');
    expect(preformatted(page)[1]).toBe(html);
    expect(page).not.toContain('<script>alert');
  });

  it('that is binary is said to be', async () => {
    const page = await answered(500, { 'content-type': 'image/png' }, '\u0089PNG');
    expect(textOf(page)).toContain('O corpo é binário e não é mostrado.');
  });

  it('has its body and its headers to copy', async () => {
    const page = await answered(500, { 'x-trace': 'abc' }, 'Erro 17');
    expect(page.match(/data-copied-text/g)!.length).toBeGreaterThanOrEqual(4);
    expect(preformatted(page)).toContain('Erro 17');
    expect(preformatted(page)[1]).toContain('x-trace: abc');
  });
});
