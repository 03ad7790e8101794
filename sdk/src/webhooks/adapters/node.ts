import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { WebhookReceiver } from '../receiver/receiver.ts';
import { BodyReader } from './body-reader.ts';
import { checkReceiver } from './check-receiver.ts';

const WRONG_SERVER =
  'The handler got no response of node:http. Use fetchHandler on servers that pass a Request, and reply.raw with Fastify.';

/** Where the body comes from: an IncomingMessage of node:http, or a framework's version of it. */
interface NodeBodySource {
  /** True if something has read the body, or started to. */
  readableDidRead: boolean;
  /** What a framework has read. */
  body?: unknown;
  /** The bytes that a framework keeps beside the parsed body, as Nest and cloud functions do. */
  rawBody?: unknown;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  once(event: 'end' | 'error' | 'close', listener: () => void): unknown;
  pause(): unknown;
}

/** An IncomingMessage of node:http, or a framework's version of it. */
export interface NodeRequest extends NodeBodySource {
  method?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
}

/** A ServerResponse of node:http. */
export interface NodeResponse {
  /** True if something else has responded, such as a time-out of the framework. */
  headersSent?: boolean | undefined;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** A listener for `createServer`, and a route for frameworks built on it. */
export function nodeHandler<Context>(receiver: WebhookReceiver<Context>) {
  checkReceiver(receiver);
  return async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    if (typeof response?.writeHead !== 'function') throw new ConfigurationError(WRONG_SERVER);
    const { method, headers } = request;
    let body: unknown;
    try {
      body = await readBody(request, receiver.maxBodyBytes);
    } catch {
      return; // the sender has disconnected
    }
    const result = await receiver.receive({ method, headers, body: body as Uint8Array });
    // A second response would throw, and node:http ends the process when a listener rejects.
    if (response.headersSent) return;
    // The rest of a body that is too large must not be read as the next request.
    if (result.outcome === 'too_large') result.headers.connection = 'close';
    response.writeHead(result.status, result.headers);
    response.end(result.body);
  };
}

/**
 * The raw body, as a framework kept it or read from the request. If something else has read it, the reason, which the receiver
 * responds with. Rejects if the request ends too early.
 */
async function readBody(request: NodeRequest, limit: number): Promise<unknown> {
  const { body, rawBody, readableDidRead } = request;
  const kept = [rawBody, body].find((value) => typeof value === 'string' || ArrayBuffer.isView(value));
  if (kept !== undefined) return kept;
  // Some parsers set `body` to an empty object without reading the request.
  if (!readableDidRead) return readStream(request, limit);
  const parsed = body === undefined ? 'has been read by something else' : 'is parsed already';
  return new ConfigurationError(`The body ${parsed}. ${'baseUrl' in request ? IN_EXPRESS : ELSEWHERE}`);
}

// Only Express's requests have a baseUrl, and those of frameworks built on it.
const IN_EXPRESS =
  "In Express, put the route before express.json(), or give it express.raw({ type: 'application/json', limit: '2mb' }).";
const ELSEWHERE = 'Put this handler before what parses bodies, or keep the raw bytes as request.rawBody.';

// With events, because `for await` destroys the connection when it stops early, and then nothing can be sent.
function readStream(request: NodeBodySource, limit: number): Promise<Uint8Array> {
  const reader = new BodyReader(limit);
  return new Promise((resolve, reject) => {
    request.on('data', (chunk) => {
      if (reader.add(chunk)) return;
      request.pause();
      resolve(reader.bytes());
    });
    request.once('end', () => resolve(reader.bytes()));
    request.once('error', () => reject(new Error('The request was aborted.')));
    request.once('close', () => reject(new Error('The request was aborted.')));
  });
}
