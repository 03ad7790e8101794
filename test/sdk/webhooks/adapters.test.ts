import type http from 'node:http';
import net from 'node:net';
import express from 'express';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expressHandler } from '../../../sdk/src/webhooks/adapters/express.ts';
import { fetchHandler } from '../../../sdk/src/webhooks/adapters/fetch.ts';
import { nodeHandler } from '../../../sdk/src/webhooks/adapters/node.ts';
import {
  ConfigurationError,
  createWebhookReceiver,
  type WebhookReceiver,
} from '../../../sdk/src/webhooks/index.ts';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { signTestDelivery } from '../../../sdk/src/webhooks/testing/index.ts';
import { OTHER_SECRET, SECRET } from './deliveries.ts';
import { toNodeListener } from './fetch-to-node.ts';
import { useHttpServer } from './http-server.ts';

const MAX_BODY_BYTES = 10_000;

type Listener = (receiver: WebhookReceiver) => http.RequestListener;

const withExpress = (route: (app: express.Express, receiver: WebhookReceiver) => void): Listener => {
  return (receiver) => {
    const app = express();
    route(app, receiver);
    return app;
  };
};

const SERVERS: [string, Listener][] = [
  ['node:http', nodeHandler],
  [
    'Express, before express.json()',
    withExpress((app, receiver) => {
      app.post('/hooks', expressHandler(receiver));
      app.use(express.json());
    }),
  ],
  [
    'Express, after express.raw()',
    withExpress((app, receiver) => {
      app.post('/hooks', express.raw({ type: 'application/json' }), expressHandler(receiver));
    }),
  ],
  [
    'Express, after express.text()',
    withExpress((app, receiver) => {
      app.post('/hooks', express.text({ type: '*/*' }), expressHandler(receiver));
    }),
  ],
  [
    'Express, after a parser that keeps rawBody',
    withExpress((app, receiver) => {
      const keep = (req: http.IncomingMessage, _res: unknown, bytes: Buffer) =>
        void Object.assign(req, { rawBody: bytes });
      app.post('/hooks', express.json({ verify: keep }), expressHandler(receiver));
    }),
  ],
  [
    'Hono',
    (receiver) => {
      const app = new Hono();
      const handle = fetchHandler(receiver);
      app.post('/hooks', (context) => handle(context.req.raw));
      return toNodeListener(app.fetch);
    },
  ],
  ['fetch', (receiver) => toNodeListener(fetchHandler(receiver))],
];

/** The adapter in a real server, and the names that its handler got. */
async function open(listener: Listener) {
  const names: string[] = [];
  const receiver = createWebhookReceiver({
    secrets: [SECRET],
    store: memoryStore(),
    maxBodyBytes: MAX_BODY_BYTES,
    onReport: () => {},
  });
  receiver.onOther(({ data }) => void names.push((data as { name: string }).name));
  const url = await useHttpServer(listener(receiver));
  return { url, names };
}

const delivery = (name: string, secret = SECRET) =>
  signTestDelivery({ secret, event: { event_type: 'product.created', data: { name } } });

describe.each(SERVERS)('the adapter for %s', (_name, listener) => {
  it('passes on the bytes as they arrived, and sends the response of the receiver', async () => {
    const { url, names } = await open(listener);
    const signed = await delivery('Café ☕ 𝄞 '.repeat(200));
    const responses = [await fetch(url, signed), await fetch(url, signed)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await responses[0]!.json()).toEqual({ outcome: 'handled' });
    expect(await responses[1]!.json()).toEqual({ outcome: 'duplicate' });
    expect(responses[0]!.headers.get('content-type')).toBe('application/json');
    expect(names).toEqual(['Café ☕ 𝄞 '.repeat(200)]);
  });

  it('responds with 401 to a wrong signature', async () => {
    const { url, names } = await open(listener);
    const response = await fetch(url, await delivery('x', OTHER_SECRET));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ reason: 'signature_mismatch' });
    expect(names).toEqual([]);
  });
});

const READERS = SERVERS.filter(([name]) => !name.includes('after'));

describe.each(READERS)('the adapter for %s', (_name, listener) => {
  it('responds with 413 to a body above the limit, and the server goes on', async () => {
    const { url, names } = await open(listener);
    const response = await fetch(url, await delivery('x'.repeat(MAX_BODY_BYTES)));
    expect(response.status).toBe(413);
    expect((await fetch(url, await delivery('next'))).status).toBe(200);
    expect(names).toEqual(['next']);
  });

  it('responds with 413 to a body without an end', async () => {
    const { url } = await open(listener);
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write('POST /hooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const drip = setInterval(() => socket.write(`1000\r\n${'x'.repeat(0x1000)}\r\n`), 5);
    onTestFinished(() => clearInterval(drip));
    const response = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect(response.toString()).toMatch(/^HTTP\/1.1 413 /);
  });

  it('responds with 401 to an empty body', async () => {
    const { url } = await open(listener);
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
  });
});

describe('a parsed body', () => {
  it('is refused in Express with the advice to change the order', async () => {
    const { url } = await open(
      withExpress((app, receiver) => {
        app.use(express.json());
        app.post('/hooks', expressHandler(receiver));
      }),
    );
    const response = await fetch(url, await delivery('x'));
    expect(response.status).toBe(500);
    expect(((await response.json()) as { detail: string }).detail).toMatch(
      /parsed already.*before express\.json\(\)/,
    );
  });

  it.each<[string, (request: Request) => unknown]>([
    ['read', (request) => request.json()],
    ['being read', (request) => void request.body!.getReader()],
  ])('is refused with fetch when it has been %s, with the advice to read the text', async (_what, read) => {
    const { url } = await open((receiver) => {
      const handle = fetchHandler(receiver);
      return toNodeListener(async (request) => {
        await read(request);
        return handle(request);
      });
    });
    const response = await fetch(url, await delivery('x'));
    expect(response.status).toBe(500);
    const { detail } = (await response.json()) as { detail: string };
    expect(detail).toContain('read by something else');
    expect(detail).toContain('await request.text()');
    expect(detail).not.toMatch(/express|arrived\./i);
  });

  it('is refused with node:http without naming a framework', async () => {
    const { url } = await open((receiver) => {
      const handle = nodeHandler(receiver);
      return (request, response) => void request.resume().once('end', () => handle(request, response));
    });
    const response = await fetch(url, await delivery('x'));
    expect(response.status).toBe(500);
    const { detail } = (await response.json()) as { detail: string };
    expect(detail).toMatch(/has been read by something else.*before what parses bodies.*request\.rawBody/);
    expect(detail).not.toMatch(/express/i);
  });
});

it('the adapter for fetch survives a sender that disconnects', async () => {
  const receiver = createWebhookReceiver({ secrets: [SECRET], store: memoryStore() });
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
  const request = new Request('http://localhost/hooks', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  expect((await fetchHandler(receiver)(request)).status).toBe(400);
});

it('the adapter for node:http leaves a response alone that something else has sent', async () => {
  const results: Promise<void>[] = [];
  const { url, names } = await open((receiver) => {
    const handle = nodeHandler(receiver);
    return (request, response) => {
      results.push(handle(request, response));
      response.writeHead(503).end();
    };
  });
  expect((await fetch(url, await delivery('x'))).status).toBe(503);
  await Promise.all(results); // a rejection would end the process
  expect(names).toEqual(['x']);
});

it('the adapter for node:http responds with 405 to a GET', async () => {
  const { url } = await open(nodeHandler);
  const response = await fetch(url);
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

it('the adapter for node:http survives a sender that disconnects', async () => {
  const { url, names } = await open(nodeHandler);
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.destroy();
  expect((await fetch(url, await delivery('next'))).status).toBe(200);
  expect(names).toEqual(['next']);
});

const ADAPTERS = { expressHandler, fetchHandler, nodeHandler };
const WRONG_RECEIVERS = [undefined, null, {}, createWebhookReceiver, 'receiver'];
it.each(
  Object.entries(ADAPTERS).flatMap(([name, adapter]) =>
    WRONG_RECEIVERS.map((wrong) => [name, wrong, adapter] as const),
  ),
)('%s(%s) is refused at start', (_name, wrong, adapter) => {
  expect(() => adapter(wrong as never)).toThrow(ConfigurationError);
  expect(() => adapter(wrong as never)).toThrow('Pass what createWebhookReceiver returned.');
});

describe('the wrong adapter', () => {
  it('for fetch responds with 500 in Express and names the right one', async () => {
    const problems: unknown[] = [];
    const { url } = await open(
      withExpress((app, receiver) => {
        app.post('/hooks', fetchHandler(receiver) as never);
        app.use(((error, _request, response, _next) => {
          problems.push(error);
          response.status(500).end();
        }) as express.ErrorRequestHandler);
      }),
    );
    expect((await fetch(url, await delivery('x'))).status).toBe(500);
    expect(problems).toMatchObject([{ message: expect.stringContaining('Use expressHandler in Express') }]);
  });

  it('for node:http rejects where there is no response of node:http', async () => {
    const handle = nodeHandler(createWebhookReceiver({ secrets: [SECRET], store: memoryStore() }));
    const request = new Request('http://localhost/hooks', { method: 'POST', body: 'x' });
    for (const response of [undefined, {}, { send() {} }])
      await expect(handle(request as never, response as never)).rejects.toThrow('Use fetchHandler');
  });
});
