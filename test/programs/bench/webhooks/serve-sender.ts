import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Load } from './load.ts';

/** A queue and its worker in a separate process, which the benchmark controls over HTTP. */
export interface Sender {
  /** Fills the queue with exactly these deliveries, as if nothing had been sent before. */
  fill(load: Load): Promise<void>;
  start(): Promise<void>;
  /** How many are not yet recorded as sent. Called while the sender runs. */
  left(): Promise<number>;
  stop(): Promise<void>;
}

/** Serves the benchmark's requests and prints the address as a line of JSON. SIGTERM ends it. */
export function serveSender(sender: Sender): void {
  const responses: Record<string, (body: unknown) => Promise<unknown>> = {
    '/fill': (body) => sender.fill(body as Load),
    '/start': () => sender.start(),
    '/left': () => sender.left(),
    '/stop': () => sender.stop(),
  };
  const server = http.createServer(async (req, res) => {
    try {
      res.end(JSON.stringify((await responses[req.url!]!(await json(req))) ?? null));
    } catch (error) {
      res.writeHead(500).end(String(error instanceof Error ? error.stack : error));
    }
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${port}` })}\n`);
  });
  process.once('SIGTERM', () => process.exit(0));
}

/** An environment variable that the benchmark must set. */
export function requiredEnv(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
