import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ConfigurationError, Tradepost } from '@tradepost/sdk';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { API_KEY } from './recording-server.ts';

const ENTRY = fileURLToPath(new URL('../../sdk/src/index.ts', import.meta.url));

/** Creates a client and reports the result. Runs in a page and in a worker. */
const PROGRAM = `
  import { Tradepost } from ${JSON.stringify(ENTRY)};
  const create = (options) => {
    try {
      const tp = new Tradepost({ apiKey: '${API_KEY}', baseUrl: 'http://localhost:3000', ...options });
      return Object.keys(tp).length > 0 ? 'created' : 'empty';
    } catch (error) {
      return error.name + ': ' + error.message;
    }
  };
  const outcome = [create({}), create({ dangerouslyAllowBrowser: false }), create({ dangerouslyAllowBrowser: true })];
  if (typeof document === 'undefined') postMessage(outcome);
  else globalThis.outcome = outcome;
`;

async function servePage(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: fileURLToPath(new URL('.//', import.meta.url)), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  const script = outputFiles[0]!.text;
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(isScript ? script : '<!doctype html><title>shop</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const inPage = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ url: '/script.js' });
  return page.evaluate('outcome');
};
const inWorker = (page: Page): Promise<string[]> =>
  page.evaluate(
    'new Promise((resolve) => { new Worker("/script.js").onmessage = ({ data }) => resolve(data) })',
  );

describe.skipIf(noBrowser)('a client in a browser', () => {
  const browser = fileBrowser();

  it.each([
    ['a page', inPage],
    ['a worker', inWorker],
  ])(
    'throws in %s unless dangerouslyAllowBrowser is set, and the error does not show the key',
    async (_where, run) => {
      const page = await browser().newPage();
      onTestFinished(() => page.close());
      await page.goto(await servePage());
      const refused = expect.stringMatching(
        /^ConfigurationError: In a browser everyone can read the API key/,
      );
      const outcome = await run(page);
      expect(outcome).toEqual([refused, refused, 'created']);
      expect(outcome.join()).not.toContain(API_KEY);
    },
  );
});

describe('a client outside a browser', () => {
  const config = { apiKey: API_KEY, baseUrl: 'http://localhost:3000' };

  // The user agents of Node from 21 on, Bun, Deno and Cloudflare Workers.
  it.each(['Node.js/22', 'Bun/1.2.0', 'Deno/2.1.0', 'Cloudflare-Workers'])(
    'is created with the user agent %s',
    (userAgent) => {
      Object.defineProperty(globalThis, 'navigator', { value: { userAgent }, configurable: true });
      onTestFinished(() => void Reflect.deleteProperty(globalThis, 'navigator'));
      expect(() => new Tradepost(config)).not.toThrow();
    },
  );

  it('throws in a simulated browser that has a document', () => {
    Object.defineProperty(globalThis, 'document', { value: {}, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'document'));
    expect(() => new Tradepost(config)).toThrow(ConfigurationError);
  });
});
