import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { type ParsedResponse, parseResponses } from './raw-socket.ts';

/** One connection, which the test keeps open. It never retries. */
export class KeepAliveClient {
  readonly #socket: net.Socket;
  #received: Buffer = Buffer.alloc(0);
  /** How the connection ended: by the server's FIN, or by an error such as ECONNRESET. */
  readonly ended: Promise<string>;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
    this.ended = new Promise((resolve) => {
      socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'error'));
      socket.once('end', () => resolve('FIN'));
    });
  }

  static async connect(baseUrl: string): Promise<KeepAliveClient> {
    const { hostname, port } = new URL(baseUrl);
    const socket = net.connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    onTestFinished(() => void socket.destroy());
    return new KeepAliveClient(socket);
  }

  /** Everything that has arrived. */
  get text(): string {
    return this.#received.toString();
  }

  write(bytes: string): void {
    this.#socket.write(bytes);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** The number of complete responses so far. */
  responses(): ParsedResponse[] {
    return parseResponses(this.#received);
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ParsedResponse> {
    const before = this.responses().length;
    this.write(requestText('GET', path, headers));
    return this.response(before);
  }

  /** The response with this number, as soon as it is there. */
  async response(index: number): Promise<ParsedResponse> {
    for (;;) {
      const response = this.responses()[index];
      if (response) return response;
      const more = await Promise.race([once(this.#socket, 'data'), this.ended]);
      if (typeof more === 'string' && !this.responses()[index])
        throw new Error(`The connection ended without a response (${more}): ${this.text}`);
    }
  }
}

export function requestText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const all = { Host: 'x', ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
