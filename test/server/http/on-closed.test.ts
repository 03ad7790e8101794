import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { onClosed } from '../../../server/http/connection/on-closed.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function serve(handle: (req: Request, res: Response) => void): Promise<net.Socket> {
  const server = http.createServer((req, res) => handle(req as Request, res as Response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return client;
}

it('calls back for each pipelined request when the connection closes, even for those without a response', async () => {
  let closed = 0;
  let arrived = 0;
  const client = await serve((req, res) => {
    arrived += 1;
    onClosed(req, res, () => (closed += 1));
  });
  client.write(GET.repeat(30));
  await expect.poll(() => arrived).toBe(30);
  client.destroy();
  await expect.poll(() => closed).toBe(30);
});

it('calls back once when a response was sent and the connection stays open', async () => {
  let closed = 0;
  const client = await serve((req, res) => {
    onClosed(req, res, () => (closed += 1));
    res.end();
  });
  client.write(GET);
  await expect.poll(() => closed).toBe(1);
  client.destroy();
  await new Promise((resolve) => client.once('close', resolve));
  expect(closed).toBe(1);
});

it('does not call back after it was cancelled', async () => {
  let closed = 0;
  let ended = false;
  const client = await serve((req, res) => {
    const cancel = onClosed(req, res, () => (closed += 1));
    onClosed(req, res, () => (ended = true));
    cancel();
    res.end();
  });
  client.write(GET);
  await expect.poll(() => ended).toBe(true);
  expect(closed).toBe(0);
});
