import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Tradepost, type TradepostConfig } from '@tradepost/sdk';
import { onTestFinished } from 'vitest';

export const API_KEY = 'tp_Qx3vB8aLQx3vB8aLQx3vB8aLQx3vB8aL0a1b2c';

export interface Recorded {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A server that records its requests and responds as the test says. It closes with the test. Its clients don't retry
 * unless the test says so.
 */
export async function startServer(respond: (response: ServerResponse, request: Recorded) => void) {
  const requests: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const recorded = { method, url, headers, body: await text(request) };
    requests.push(recorded);
    respond(response, recorded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });

  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (config: Partial<TradepostConfig> = {}) =>
    new Tradepost({ apiKey: API_KEY, baseUrl, maxRetries: 0, ...config });
  return { baseUrl, client, requests };
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
}
