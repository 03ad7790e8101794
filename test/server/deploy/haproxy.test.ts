import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http, { type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problems } from '../../../server/base/contract.ts';
import { hasHaproxy } from '../../programs/rolling/haproxy.ts';
import { freePort } from '../../support/free-port.ts';

const CONFIGURATION = new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url);

/** haproxy as deploy/ configures it, in front of a server that answers like this; without one, nobody is ready. */
async function balanced(answer?: RequestListener): Promise<string> {
  const [port, one, two] = [await freePort(), await freePort(), await freePort()];
  if (answer) {
    const server = http.createServer((req, res) => {
      if (req.url === '/readyz') res.end();
      else answer(req, res);
    });
    await new Promise<void>((resolve) => server.listen(one, '127.0.0.1', resolve));
    onTestFinished(() => void server.close().closeAllConnections());
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-haproxy-'));
  const file = path.join(folder, 'haproxy.cfg');
  const text = await readFile(CONFIGURATION, 'utf8');
  const at = {
    ':8080': `:${port}`,
    ':3000': `:${one}`,
    ':3001': `:${two}`,
    'timeout server 60s': 'timeout server 1s',
  };
  await writeFile(
    file,
    Object.entries(at).reduce((all, [from, to]) => all.replace(from, to), text),
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}/api/v1/products`;
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true);
  return url;
}

/** The contract's body of a problem, whose id alone differs. */
const bodyOf = (code: 'service_unavailable' | 'outcome_unknown') => ({
  ...{ type: `/docs/problems/${code}`, title: problems[code].title, status: problems[code].status, code },
  ...{ detail: expect.any(String), request_id: expect.stringMatching(/^[0-9a-f-]{36}$/), errors: [] },
});

describe.skipIf(!hasHaproxy())('haproxy in front of the service', () => {
  it('answers a problem with Retry-After, and no HTML, while nobody is ready', async () => {
    const response = await fetch(await balanced());
    await expect.poll(async () => (await fetch(response.url)).status).toBe(503);
    const { status, headers } = response;
    expect({ status, retryAfter: headers.get('retry-after'), type: headers.get('content-type') }).toEqual({
      status: 503,
      retryAfter: '2',
      type: 'application/problem+json',
    });
    expect(await response.json()).toEqual(bodyOf('service_unavailable'));
  });

  it.each([
    ['breaks the connection', ((req) => req.socket.destroy()) satisfies RequestListener],
    ['does not respond in time', (() => {}) satisfies RequestListener],
  ])('says that the outcome is unknown when the service %s', async (_words, answer) => {
    const response = await fetch(await balanced(answer), { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toEqual(bodyOf('outcome_unknown'));
  });

  it("passes on the service's own problems", async () => {
    const url = await balanced((_req, res) => {
      const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '7' };
      res.writeHead(503, headers).end('{"code":"too_many_concurrent_requests"}');
    });
    const response = await fetch(url);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
    expect(await response.json()).toEqual({ code: 'too_many_concurrent_requests' });
  });
});
