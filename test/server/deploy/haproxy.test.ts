import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problems } from '../../../server/base/contract.ts';
import { hasHaproxy } from '../../programs/rolling/haproxy.ts';
import { freePort } from '../../support/free-port.ts';

const CONFIGURATION = new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url);

interface Unit {
  readonly role?: 'api' | 'console';
  /** `die` does what the kernel does for a process that is killed: its connections end, and new ones are refused. */
  readonly answer: (req: IncomingMessage, res: ServerResponse, die: () => void) => void;
}

async function listen({ role = 'api', answer }: Unit, port: number): Promise<void> {
  const die = (): void => server.close().closeAllConnections();
  const server = http.createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://unit');
    if (pathname !== '/readyz') return answer(req, res, die);
    res.writeHead((searchParams.get('role') ?? role) === role ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(die);
}

/** haproxy's, of all tests. */
const log: string[] = [];

/** haproxy as deploy/ configures it, in front of these, at most two; without one, nobody is ready. */
async function balanced(...units: readonly Unit[]): Promise<string> {
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
  await Promise.all(units.map((unit, i) => listen(unit, ports[i]!)));
  const ended = start(await configured(port!, ports));
  const url = `http://127.0.0.1:${port}/api/v1/products`;
  const answers = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await expect.poll(async () => ended() ?? (await answers()), { message: log.join('') }).not.toBe(false);
  if (ended() === undefined) return url;
  if (!/bind/i.test(log.join(''))) throw new Error(log.join(''));
  return balanced(...units); // somebody else took the port
}

async function configured(port: number, [one, two]: readonly number[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-haproxy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'haproxy.cfg');
  const text = await readFile(CONFIGURATION, 'utf8');
  const at = {
    ':8080': `:${port}`,
    ':3000': `:${one}`,
    ':3100': `:${two}`,
    'timeout server 60s': 'timeout server 1s',
  };
  await writeFile(
    file,
    Object.entries(at).reduce((all, [from, to]) => all.replace(from, to), text),
  );
  return file;
}

/** Returns what tells how it has ended, if it has. */
function start(file: string): () => number | undefined {
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => log.push(String(chunk)));
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return () => child.exitCode ?? undefined;
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
    const body = (await response.json()) as { request_id: string };
    expect(body).toEqual(bodyOf('service_unavailable'));
    expect(headers.get('x-request-id')).toBe(body.request_id);
    await expect.poll(() => log.join('')).toContain(body.request_id);
  });

  it.each<[string, Unit['answer']]>([
    ['breaks the connection', (req) => req.socket.destroy()],
    ['does not respond in time', () => {}],
  ])('says that the outcome is unknown when the service %s', async (_words, answer) => {
    const response = await fetch(await balanced({ answer }), { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toEqual(bodyOf('outcome_unknown'));
  });

  it("passes on the service's own problems", async () => {
    const url = await balanced({
      answer: (_req, res) => {
        const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '7' };
        res.writeHead(503, headers).end('{"code":"too_many_concurrent_requests"}');
      },
    });
    const response = await fetch(url);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
    expect(await response.json()).toEqual({ code: 'too_many_concurrent_requests' });
  });

  it('sends nothing to an address that is ready and does not serve the API', async () => {
    const url = await balanced(
      { answer: (_req, res) => res.end('api') },
      { role: 'console', answer: (_req, res) => res.end('console') },
    );
    const four = async () => {
      const bodies: string[] = [];
      for (let i = 0; i < 4; i++) bodies.push(await (await fetch(url)).text());
      return bodies;
    };
    await expect.poll(four, { timeout: 10_000 }).toEqual(['api', 'api', 'api', 'api']);
  });

  it('asks the other process for what a killed one did not answer, on a connection that was in use before', async () => {
    const { responses, received } = await killedDuring('GET');
    expect(responses).toEqual(['200', '200']);
    expect(received).toEqual(['one', 'two']);
  });

  it('does not repeat a write that a killed process may have done', async () => {
    const { responses, received } = await killedDuring('POST');
    expect(responses).toEqual(['200', 'no response']);
    expect(received).toEqual(['one']);
  });
});

/** Two requests on one connection of a client. Whoever gets the second one dies at it. */
async function killedDuring(method: 'GET' | 'POST') {
  let received: string[] | undefined;
  const unit: Unit['answer'] = (_req, res, die) => {
    received?.push(received.length === 0 ? 'one' : 'two');
    if (received?.length === 1) die();
    else res.end();
  };
  const url = await balanced({ answer: unit }, { answer: unit });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const first = await send(url, method, agent);
  received = [];
  return { responses: [first, await send(url, method, agent)], received };
}

const send = (url: string, method: string, agent: http.Agent): Promise<string> =>
  new Promise((resolve) => {
    const req = http.request(url, { method, agent }, (res) =>
      res.resume().on('end', () => resolve(String(res.statusCode))),
    );
    req.on('error', () => resolve('no response')).end();
  });
