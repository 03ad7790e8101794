import type http from 'node:http';
import net from 'node:net';
import express from 'express';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expressHandler } from '../../../sdk/src/webhooks/adapters/express.ts';
import { fetchHandler } from '../../../sdk/src/webhooks/adapters/fetch.ts';
import { nodeHandler } from '../../../sdk/src/webhooks/adapters/node.ts';
import { createWebhookReceiver, type WebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
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

/** The adapter in a real server, and what its handler was given. */
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
  it('passes the bytes as they arrived, and answers what the receiver says', async () => {
    const { url, names } = await open(listener);
    const signed = await delivery('Café ☕ 𝄞 '.repeat(200));
    const answers = [await fetch(url, signed), await fetch(url, signed)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await answers[0]!.json()).toEqual({ outcome: 'handled' });
    expect(await answers[1]!.json()).toEqual({ outcome: 'duplicate' });
    expect(answers[0]!.headers.get('content-type')).toBe('application/json');
    expect(names).toEqual(['Café ☕ 𝄞 '.repeat(200)]);
  });

  it('answers 401 to a wrong signature', async () => {
    const { url, names } = await open(listener);
    const answer = await fetch(url, await delivery('x', OTHER_SECRET));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ reason: 'signature_mismatch' });
    expect(names).toEqual([]);
  });
});

const READERS = SERVERS.filter(([name]) => !name.includes('after'));

describe.each(READERS)('the body that the adapter for %s reads', (_name, listener) => {
  it('is answered with 413 over the limit, and the server goes on', async () => {
    const { url, names } = await open(listener);
    const answer = await fetch(url, await delivery('x'.repeat(MAX_BODY_BYTES)));
    expect(answer.status).toBe(413);
    expect((await fetch(url, await delivery('next'))).status).toBe(200);
    expect(names).toEqual(['next']);
  });

  it('is not read to its end when it does not end', async () => {
    const { url } = await open(listener);
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write('POST /hooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const drip = setInterval(() => socket.write(`1000\r\n${'x'.repeat(0x1000)}\r\n`), 5);
    onTestFinished(() => clearInterval(drip));
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
  });

  it('may be of no length', async () => {
    const { url } = await open(listener);
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
  });
});

describe('a body that was parsed before', () => {
  it('is refused in Express with the sentence that tells what to do', async () => {
    const { url } = await open(
      withExpress((app, receiver) => {
        app.use(express.json());
        app.post('/hooks', expressHandler(receiver));
      }),
    );
    const answer = await fetch(url, await delivery('x'));
    expect(answer.status).toBe(500);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(
      /parsed already.*before express\.json\(\)/,
    );
  });

  it('is refused with fetch', async () => {
    const { url } = await open((receiver) => {
      const handle = fetchHandler(receiver);
      return toNodeListener(async (request) => {
        await request.json();
        return handle(request);
      });
    });
    const answer = await fetch(url, await delivery('x'));
    expect(answer.status).toBe(500);
    expect(((await answer.json()) as { detail: string }).detail).toContain('await request.text()');
  });
});

it('answers 405 to a GET', async () => {
  const { url } = await open(nodeHandler);
  const answer = await fetch(url);
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST');
});

it('does without an answer when the sender goes away, and serves the next', async () => {
  const { url, names } = await open(nodeHandler);
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.destroy();
  expect((await fetch(url, await delivery('next'))).status).toBe(200);
  expect(names).toEqual(['next']);
});
