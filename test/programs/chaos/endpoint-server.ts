import { createHash, createHmac } from 'node:crypto';
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  ALWAYS_ACCEPT,
  chooseResponse,
  type EndpointBehaviour,
  type ResponseKind,
} from './endpoint-behaviour.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A delivery as it arrived, and how it was responded to. */
export interface Arrival {
  readonly endpointId: number;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly kind: string;
  /** SHA-256 in hex. */
  readonly bodyHash: string;
  readonly signed: boolean;
  /** When the event happened, by its envelope. */
  readonly occurredAtMs: number;
  readonly atMs: number;
  /** When a 2xx was sent; undefined if none was. */
  acceptedAtMs?: number;
  /** The sender closed the connection before it had read the response: a busy one sees its deadline first. */
  unread?: boolean;
}

export interface ChaosEndpoint {
  readonly tenantId: number;
  readonly endpointId: number;
  readonly events: readonly string[];
  readonly secret: string;
  readonly behaviour: EndpointBehaviour;
}

/** All webhook endpoints of a run, each at its own path, with one journal of arrivals. */
export class EndpointServer {
  readonly journal: Arrival[] = [];
  /** While true, all endpoints accept every delivery at once. */
  acceptAll = false;
  readonly #server: http.Server;
  readonly #random: SeededRandom;
  readonly #deadlineMs: number;
  readonly #endpoints = new Map<string, ChaosEndpoint>();
  /** The last request of each connection. */
  readonly #last = new WeakMap<Socket, Arrival>();

  private constructor(random: SeededRandom, deadlineMs: number) {
    this.#random = random;
    this.#deadlineMs = deadlineMs;
    this.#server = http.createServer((req, res) => {
      const chunks: Buffer[] = [];
      // If the worker dies while sending, the body never ends and the delivery doesn't count as arrived.
      req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
      req.once('end', () => this.#read(req.url!, req.headers, Buffer.concat(chunks), res));
    });
    this.#server.on('clientError', (error, socket) => this.#broken(error, socket as Socket));
  }

  /** `deadlineMs` is how long a worker waits for a response. */
  static async open(random: SeededRandom, deadlineMs: number): Promise<EndpointServer> {
    const endpointServer = new EndpointServer(random, deadlineMs);
    await new Promise<void>((resolve) => endpointServer.#server.listen(0, '127.0.0.1', resolve));
    return endpointServer;
  }

  urlOf(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${path}`;
  }

  /** Puts an endpoint at a path, which returns 404 until then. */
  register(path: string, endpoint: ChaosEndpoint): void {
    this.#endpoints.set(`/${path}`, endpoint);
  }

  get endpoints(): ChaosEndpoint[] {
    return [...this.#endpoints.values()];
  }

  #read(path: string, headers: IncomingHttpHeaders, body: Buffer, res: ServerResponse): void {
    const endpoint = this.#endpoints.get(path);
    if (endpoint === undefined) return void res.writeHead(404).end();
    const arrival = arrivalOf(endpoint, headers, body);
    this.journal.push(arrival);
    this.#last.set(res.socket!, arrival);
    const behaviour = this.acceptAll ? ALWAYS_ACCEPT : endpoint.behaviour;
    const response = chooseResponse(behaviour, this.#random, arrival.atMs);
    const lateMs = response === 'late' ? this.#random.between(behaviour.lateFractions) * this.#deadlineMs : 0;
    // On a busy machine the sender has closed the connection by now, which is read before an immediate.
    setTimeout(() => setImmediate(() => this.#answer(response, arrival, res)), lateMs);
  }

  #answer(response: ResponseKind, arrival: Arrival, res: ServerResponse): void {
    if (response === 'hung') return;
    if (response === 'reset') return void res.socket?.resetAndDestroy();
    if (response === 'refused') return void res.writeHead(500).end('no');
    if (response === 'cut') {
      res.writeHead(200, { 'content-length': '10' }).write('half', () => res.destroy());
      return;
    }
    if (res.destroyed || res.socket?.readableEnded) return; // the sender has gone
    arrival.acceptedAtMs = Date.now();
    res.writeHead(204).end();
  }

  /** The kernel resets a connection that is closed with something unread. */
  #broken({ code }: NodeJS.ErrnoException, socket: Socket): void {
    const last = this.#last.get(socket);
    if (code === 'ECONNRESET' && last?.acceptedAtMs !== undefined) last.unread = true;
    socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}

function arrivalOf(
  { endpointId, secret }: ChaosEndpoint,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Arrival {
  const text = (name: string): string => String(headers[name]);
  const signed = createHmac('sha256', secret)
    .update(`${text('x-service-timestamp')}.`)
    .update(body);
  return {
    endpointId,
    deliveryId: text('x-service-delivery-id'),
    eventId: text('webhook-id'),
    kind: text('x-service-event'),
    bodyHash: createHash('sha256').update(body).digest('hex'),
    signed: text('x-service-signature') === `sha256=${signed.digest('hex')}`,
    occurredAtMs: Date.parse((JSON.parse(body.toString()) as { occurred_at: string }).occurred_at),
    atMs: Date.now(),
  };
}
