import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import net from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { problemJson } from '../../../server/api/responses/problem-json.ts';
import { readBody } from '../../../server/http/body/read-body.ts';
import { createServer, requestTimeouts } from '../../../server/http/connection/create-server.ts';
import { createMetricsServer } from '../../../server/http/metrics.ts';
import { startRequestContext } from '../../../server/http/request-context.ts';

/** How late a timeout may be enforced. */
const MOST_LATE_MS = 5_000;
const soon = { headersMs: 200, requestMs: 300, checkEveryMs: 100 };

async function connectTo(server: Server): Promise<Socket> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const log = pino({ level: 'silent' });

/** What the server sends before it closes the connection. */
async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

it('closes the connection of a client that never ends its headers', async () => {
  const socket = await connectTo(createServer(express(), log, soon));
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

it('closes the connection of a client that never ends its body', async () => {
  const app = express().use(
    startRequestContext,
    ...readBody(),
    problemJson(log, () => {}),
  );
  const socket = await connectTo(createServer(app, log, soon));
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\nabc',
  );
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

it.each([
  ['the API', () => createServer(express(), log)],
  ['the metrics', () => createMetricsServer(new Registry())],
])('checks for slow clients often enough in the server of %s', (_, create) => {
  const server = create() as Server & { readonly connectionsCheckingInterval: number };
  onTestFinished(() => void server.close());
  expect(server.headersTimeout).toBe(requestTimeouts.headersMs);
  expect(server.requestTimeout).toBe(requestTimeouts.requestMs);
  expect(server.connectionsCheckingInterval).toBe(requestTimeouts.checkEveryMs);
  expect(requestTimeouts.checkEveryMs).toBeLessThan(MOST_LATE_MS);
});
