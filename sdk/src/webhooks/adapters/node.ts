import type { WebhookReceiver } from '../receiver/receiver.ts';
import { BodyReader } from './body-reader.ts';

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
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** A listener for `createServer`, and a route for frameworks built on it. */
export function nodeHandler<Context>(receiver: WebhookReceiver<Context>) {
  return async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { method, headers } = request;
    let body: unknown;
    try {
      body = await readBody(request, receiver.maxBodyBytes);
    } catch {
      return; // the sender has disconnected
    }
    const result = await receiver.receive({ method, headers, body: body as Uint8Array });
    // The rest of a body that is too large must not be read as the next request.
    if (result.outcome === 'too_large') result.headers.connection = 'close';
    response.writeHead(result.status, result.headers);
    response.end(result.body);
  };
}

/**
 * The raw body, as a framework kept it or read from the request. Otherwise the parsed body, which the receiver refuses
 * with the reason. Rejects if the request ends too early.
 */
async function readBody(request: NodeBodySource, limit: number): Promise<unknown> {
  const { body, rawBody, readableDidRead } = request;
  const kept = [rawBody, body].find((value) => typeof value === 'string' || ArrayBuffer.isView(value));
  // Some parsers set `body` to an empty object without reading the request.
  return kept ?? (readableDidRead ? body : readStream(request, limit));
}

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
