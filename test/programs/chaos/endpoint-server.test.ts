import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ALWAYS_ACCEPT } from './endpoint-behaviour.ts';
import { EndpointServer } from './endpoint-server.ts';
import { SeededRandom } from './seeded-random.ts';

const ENDPOINT = { tenantId: 1, endpointId: 7, events: [], secret: 's', behaviour: ALWAYS_ACCEPT };
const BODY = JSON.stringify({ occurred_at: '2026-01-31T12:00:00.000Z' });
const REQUEST = `POST /hook HTTP/1.1\r\nHost: a\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** Sends a delivery, and closes the connection once it was accepted. */
async function deliver(readsResponse: boolean) {
  const server = await EndpointServer.open(new SeededRandom('unread'), 1_000);
  onTestFinished(() => server.close());
  server.register('hook', ENDPOINT);
  const socket = net.connect(Number(new URL(server.urlOf('hook')).port), '127.0.0.1');
  // A listener, even one that was removed, would have the response read.
  const read = readsResponse ? new Promise((resolve) => socket.once('data', resolve)) : void socket.pause();
  socket.write(REQUEST);
  await read;
  await expect.poll(() => server.journal[0]?.acceptedAtMs).toBeDefined();
  return { server, socket };
}

it('knows that a response was never read', async () => {
  const { server, socket } = await deliver(false);
  socket.destroy();
  await expect.poll(() => server.journal[0]!.unread).toBe(true);
});

it('knows that a response was read before the connection was closed', async () => {
  const { server, socket } = await deliver(true);
  await new Promise((resolve) => socket.once('close', resolve).end());
  expect(server.journal[0]!.unread).toBeUndefined();
});
