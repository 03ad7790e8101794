import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface TestEndpoint {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

export type Respond = (res: ServerResponse, request: Received) => void;

export const accept: Respond = (res) => void res.writeHead(204).end();

/** A webhook endpoint on loopback that records its requests. */
export async function openEndpoint(respond: Respond = accept): Promise<TestEndpoint> {
  const received: Received[] = [];
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const request = { headers: req.headers, body: Buffer.concat(chunks) };
    received.push(request);
    respond(res, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** An endpoint for one test. */
export async function useEndpoint(respond?: Respond): Promise<TestEndpoint> {
  const endpoint = await openEndpoint(respond);
  onTestFinished(() => endpoint.close());
  return endpoint;
}
