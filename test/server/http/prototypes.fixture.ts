import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import express, { type Express } from 'express';
import { pino } from 'pino';
import { createServer } from '../../../server/http/connection/create-server.ts';

export interface Seen {
  readonly status: number | undefined;
  readonly body: string;
  readonly length: string | undefined;
  /** Whether it was sent on the previous request's connection. */
  readonly reused: boolean;
  /** Whether the client got 100 Continue before it sent the body. */
  readonly continued: boolean;
}

export interface Observed {
  /** For each request: whether it and its response had Express's prototypes before Express handled them. */
  readonly madeForExpress: readonly boolean[];
  /** For each request: whether V8 still stores it and its response as objects rather than dictionaries at the end. */
  readonly stayFast: readonly boolean[];
  /** How often a prototype was changed while the requests were handled. */
  readonly changes: number;
  readonly responses: Readonly<Record<'get' | 'head' | 'post' | 'expect' | 'missing', Seen>>;
}

/** Sends one request of each kind, all on one connection, to a server created by createServer. */
export async function observe(): Promise<Observed> {
  const app = exampleApp();
  const server = createServer(app, pino({ level: 'silent' }));
  const madeForExpress: boolean[] = [];
  const stayFast: boolean[] = [];
  server.prependListener('request', (req, res) => {
    madeForExpress.push(
      Object.getPrototypeOf(req) === app.request && Object.getPrototypeOf(res) === app.response,
    );
    res.on('finish', () => stayFast.push(isFast(req) && isFast(res)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const ask = (method: string, path: string, headers: Headers = {}) =>
    send({ port, agent, method, path, headers });
  const count = countPrototypeChanges();
  try {
    const get = await ask('GET', '/echo?name=caf%C3%A9');
    const head = await ask('HEAD', '/echo?name=caf%C3%A9');
    const post = await ask('POST', '/echo', JSON_BODY);
    const expect = await ask('POST', '/echo', { ...JSON_BODY, Expect: '100-continue' });
    const missing = await ask('GET', '/missing');
    return {
      madeForExpress,
      stayFast,
      changes: count.stop(),
      responses: { get, head, post, expect, missing },
    };
  } finally {
    count.stop();
    agent.destroy();
    server.close();
  }
}

setFlagsFromString('--allow-natives-syntax');
const isFast = new Function('object', 'return %HasFastProperties(object)') as (object: object) => boolean;

type Headers = Readonly<Record<string, string>>;
const BODY = '{"name":"chá"}';
const JSON_BODY: Headers = {
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(BODY)),
};

function exampleApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/echo', (req, res) => void res.json({ path: req.path, name: req.query.name }));
  app.post('/echo', express.json(), (req, res) => void res.status(201).json(req.body));
  return app;
}

/** Counts changes through the function with which Express sets prototypes. */
function countPrototypeChanges(): { stop(): number } {
  const original = Object.setPrototypeOf;
  let changes = 0;
  Object.setPrototypeOf = (object, prototype) => {
    if (Object.getPrototypeOf(object) !== prototype) changes += 1;
    return original(object, prototype);
  };
  return {
    stop: () => {
      Object.setPrototypeOf = original;
      return changes;
    },
  };
}

async function send({ headers, ...target }: http.RequestOptions & { headers: Headers }): Promise<Seen> {
  const request = http.request({ host: '127.0.0.1', headers, ...target });
  const body = headers['Content-Length'] === undefined ? undefined : BODY;
  let continued = false;
  request.once('continue', () => {
    continued = true;
    request.end(body);
  });
  if (headers.Expect === undefined) request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return {
    status: response.statusCode,
    body: await text(response),
    length: response.headers['content-length'],
    reused: request.reusedSocket,
    continued,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.stdout.write(JSON.stringify({ version: process.version, observed: await observe() }));
