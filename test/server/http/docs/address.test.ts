import http from 'node:http';
import { expect, it } from 'vitest';
import { addressOf } from '../../../../server/api/docs/load-docs.ts';
import { escapeHtml, fill, generated } from '../../../../server/api/docs/pages.ts';
import { pageText } from '../../../support/page-text.ts';
import { sharedEnvironment } from '../../../support/shared-environment.ts';
import { useTestEnvironment } from '../../../support/test-environment.ts';

const environment = sharedEnvironment();
const WITH_ADDRESS = Object.keys(generated.pages).filter((path) => generated.pages[path]!.includes('{{'));
const variableAt = async (path: string, baseUrl: string): Promise<string | undefined> =>
  /export TRADEPOST_URL=(.*)/.exec(pageText(await (await fetch(baseUrl + path)).text()))?.[1];

it.each([
  ['API_URL', { apiUrl: 'https://api.loja.example', host: '0.0.0.0' }, 'https://api.loja.example'],
  ["API_URL's origin", { apiUrl: 'https://Loja.example:443/', host: '::1' }, 'https://loja.example'],
  ['what it listens on', { apiUrl: undefined, host: '127.0.0.1' }, 'http://127.0.0.1:4711'],
  ['a name that it listens on', { apiUrl: undefined, host: 'localhost' }, 'http://localhost:4711'],
  ['what it listens on, in IPv6', { apiUrl: undefined, host: '::1' }, 'http://[::1]:4711'],
  ['localhost for all addresses', { apiUrl: undefined, host: '0.0.0.0' }, 'http://localhost:4711'],
  ['localhost for all addresses of IPv6', { apiUrl: undefined, host: '::' }, 'http://localhost:4711'],
])('shows %s', (_what, config, address) => expect(addressOf(config, 4711)).toBe(address));

it('shows the port that PORT=0 found, on every page that has commands', async () => {
  const { baseUrl } = environment();
  expect(WITH_ADDRESS.length).toBeGreaterThan(10);
  for (const path of ['/docs/', ...WITH_ADDRESS])
    expect([path, await variableAt(path, baseUrl)]).toEqual([path, baseUrl]);
});

it('shows API_URL, if it is set', async () => {
  const { baseUrl } = await useTestEnvironment({ env: { API_URL: 'https://api.loja.example/' } });
  for (const path of ['/docs/', '/docs/workflows/first-order'])
    expect([path, await variableAt(path, baseUrl)]).toEqual([path, 'https://api.loja.example']);
});

it.each(['evil.example', 'x.example$(id)'])('shows nobody the Host header of a request: %s', async (host) => {
  const { baseUrl } = environment();
  const page = await new Promise<string>((resolve, reject) => {
    http
      .get(`${baseUrl}/docs/workflows/first-order`, { headers: { host } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve(text));
      })
      .on('error', reject);
  });
  expect(page).toContain(`export TRADEPOST_URL=${baseUrl}\n`);
  expect(page).not.toContain(host);
});

it('leaves nothing to fill in', async () => {
  const names = new Set(Object.values(generated.pages).flatMap((page) => page.match(/\{\{[^}]*\}\}/g) ?? []));
  expect([...names]).toEqual(['{{address}}']);
  expect(await (await fetch(`${environment().baseUrl}/docs/`)).text()).not.toContain('{{');
});

it('fills a template once: what is put in stays as it is', () => {
  const values = { a: '{{b}} $& {{a}}', b: 'no', n: 3 };
  expect(fill('{{a}}, {{b}}, {{n}}, {{other}}', values)).toBe('{{b}} $& {{a}}, no, 3, {{other}}');
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
});
