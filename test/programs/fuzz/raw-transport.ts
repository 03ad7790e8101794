import net from 'node:net';
import type { ReceivedResponse } from '../../contract-check/check-response.ts';
import { clientAddress, FORWARDED_FOR } from './client-addresses.ts';
import { CutResponse, parseResponse } from './parse-response.ts';
import type { WireRequest } from './wire-request.ts';

/** The service waits 10 s for a client's headers, so a response that takes longer than this is hanging. */
const DEADLINE_MS = 15_000;

/** The bytes of a request's head. It asks to close the connection, which marks the end of the response. */
export function headOf({ method, target, headers }: WireRequest): string {
  const last = [[FORWARDED_FOR, clientAddress()] as const, ['Connection', 'close'] as const];
  const lines = [...headers, ...last].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

export interface RawOptions {
  readonly method: string;
  /** Closes the client's side after the request. */
  readonly endsEarly: boolean;
  /** False for bytes that may be parsed as two requests. */
  readonly oneResponse: boolean;
}

/**
 * Sends bytes over a new connection and reads until the service closes it. Undefined if it closed without a response,
 * which is only allowed for invalid HTTP, or in the middle of one after the client had closed its side: Node takes that for a client
 * that gives up, and what is chunked shows that it was cut.
 */
export async function sendRaw(
  port: number,
  bytes: Uint8Array,
  { method, endsEarly, oneResponse }: RawOptions,
): Promise<ReceivedResponse | undefined> {
  const received = await talk(port, bytes, endsEarly);
  if (received.length === 0) return undefined;
  try {
    return parseResponse(received, { method, oneResponse });
  } catch (error) {
    if (endsEarly && error instanceof CutResponse) return undefined;
    throw error;
  }
}

function talk(port: number, bytes: Uint8Array, endsEarly: boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    const end = () => resolve(Buffer.concat(chunks));
    socket.setTimeout(DEADLINE_MS, () => {
      reject(new Error(`no whole response within ${DEADLINE_MS} ms`));
      socket.destroy();
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // The service may close before it has read all of a refused request. The response that it sent before counts.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? end() : reject(error),
    );
    socket.once('close', end);
    socket.write(bytes);
    // Half-closes only after an incomplete request. After a complete one Node would drop the response.
    if (endsEarly) socket.end();
  });
}
