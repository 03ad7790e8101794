import net, { type AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../../server/http/connection/create-server.ts';

/** More than fits into a connection's buffers, which take up to 6 MB on loopback. */
const LARGE = Buffer.alloc(20_000_000);

/** A server with one large response, and clients that only read when told to. */
async function serveLarge(stalledMs: number): Promise<{ connect: () => net.Socket; closed: () => number }> {
  const app = express();
  app.use((_req, res) => void res.end(LARGE));
  const server = createServer(app, pino({ level: 'silent' }), { stalledMs });
  let closed = 0;
  server.on('connection', (socket) => socket.once('close', () => (closed += 1)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connect = (): net.Socket => {
    const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => {});
    onTestFinished(() => void client.destroy());
    return client;
  };
  onTestFinished(() => void server.close());
  return { connect, closed: () => closed };
}

it('aborts a response that the client does not read; only what fits into the buffers arrives', async () => {
  const { connect, closed } = await serveLarge(50);
  const client = connect();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(closed).toBe(1);
  let received = 0;
  client.on('data', ({ length }) => {
    received += length;
  });
  await new Promise((resolve) => client.once('close', resolve));
  expect(received).toBeLessThan(LARGE.length);
});

it('aborts a stalled response together with all responses pipelined behind it', async () => {
  const { connect, closed } = await serveLarge(50);
  connect().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
  await expect.poll(closed).toBe(1);
});

it('sends the whole response to a client that reads slowly', async () => {
  const { connect } = await serveLarge(5_000);
  const client = connect();
  let received = 0;
  client.on('data', ({ length }) => {
    received += length;
    client.pause();
    setTimeout(() => client.resume(), 1);
  });
  client.write('GET / HTTP/1.0\r\n\r\n');
  await new Promise((resolve) => client.once('end', resolve));
  expect(received).toBeGreaterThan(LARGE.length);
});
