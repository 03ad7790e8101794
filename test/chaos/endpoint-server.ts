import { createHash, createHmac } from 'node:crypto';
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, answerOf, KIND, type Temper } from './endpoint-behaviour.ts';
import type { Chance } from './seeded-random.ts';

/** A delivery as it arrived, and what was done with it. */
export interface Arrival {
  readonly registrationId: number;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly kind: string;
  /** SHA-256 in hex. */
  readonly bodyHash: string;
  readonly signed: boolean;
  readonly atMs: number;
  /** When a 2xx was sent; undefined when none was. */
  acceptedAtMs?: number;
}

export interface Subscriber {
  readonly tenantId: number;
  readonly registrationId: number;
  readonly events: readonly string[];
  readonly secret: string;
  readonly temper: Temper;
}

/** All consumers of a run, each at its own path, with one journal of what arrived. */
export class Consumer {
  readonly journal: Arrival[] = [];
  /** While it is, everybody accepts everything at once. */
  kind = false;
  readonly #server: http.Server;
  readonly #chance: Chance;
  readonly #deadlineMs: number;
  readonly #subscribers = new Map<string, Subscriber>();

  private constructor(chance: Chance, deadlineMs: number) {
    this.#chance = chance;
    this.#deadlineMs = deadlineMs;
    this.#server = http.createServer((req, res) => {
      const chunks: Buffer[] = [];
      // A body that breaks off with its worker never ends: it did not arrive.
      req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
      req.once('end', () => this.#read(req.url!, req.headers, Buffer.concat(chunks), res));
    });
  }

  /** `deadlineMs` is how long a worker waits for an answer. */
  static async open(chance: Chance, deadlineMs: number): Promise<Consumer> {
    const consumer = new Consumer(chance, deadlineMs);
    await new Promise<void>((resolve) => consumer.#server.listen(0, '127.0.0.1', resolve));
    return consumer;
  }

  urlOf(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${path}`;
  }

  /** Says who is at the path. What arrives before is refused. */
  introduce(path: string, subscriber: Subscriber): void {
    this.#subscribers.set(`/${path}`, subscriber);
  }

  get subscribers(): Subscriber[] {
    return [...this.#subscribers.values()];
  }

  #read(path: string, headers: IncomingHttpHeaders, body: Buffer, res: ServerResponse): void {
    const subscriber = this.#subscribers.get(path);
    if (subscriber === undefined) return void res.writeHead(404).end();
    const arrival = arrivalOf(subscriber, headers, body);
    this.journal.push(arrival);
    const temper = this.kind ? KIND : subscriber.temper;
    const response = answerOf(temper, this.#chance, arrival.atMs);
    const lateMs = response === 'late' ? this.#chance.between(temper.lateParts) * this.#deadlineMs : 0;
    setTimeout(() => this.#answer(response, arrival, res), lateMs);
  }

  #answer(response: Answer, arrival: Arrival, res: ServerResponse): void {
    if (response === 'hung') return;
    if (response === 'reset') return void res.socket?.resetAndDestroy();
    if (response === 'refused') return void res.writeHead(500).end('no');
    if (response === 'cut') {
      res.writeHead(200, { 'content-length': '10' }).write('half', () => res.destroy());
      return;
    }
    arrival.acceptedAtMs = Date.now();
    res.writeHead(204).end();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}

function arrivalOf(
  { registrationId, secret }: Subscriber,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Arrival {
  const text = (name: string): string => String(headers[name]);
  const signed = createHmac('sha256', secret)
    .update(`${text('x-service-timestamp')}.`)
    .update(body);
  return {
    registrationId,
    deliveryId: text('x-service-delivery-id'),
    eventId: text('webhook-id'),
    kind: text('x-service-event'),
    bodyHash: createHash('sha256').update(body).digest('hex'),
    signed: text('x-service-signature') === `sha256=${signed.digest('hex')}`,
    atMs: Date.now(),
  };
}
