import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Load } from './load.ts';

/** A queue and the one that works it off, in a process of its own, which the bench drives by requests. */
export interface Sender {
  /** Has these waiting and nothing else, as if nothing had been sent before. */
  fill(load: Load): Promise<void>;
  start(): Promise<void>;
  /** How many are not yet recorded as sent. Asked while it runs. */
  left(): Promise<number>;
  stop(): Promise<void>;
}

/** Answers to the bench, and says by a line on standard output where. Ends by SIGTERM. */
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

/** A variable of the environment that the bench has to give. */
export function requiredEnv(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
