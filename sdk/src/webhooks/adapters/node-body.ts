import { BodyReader } from './body-reader.ts';

/** Of an IncomingMessage of node:http, or of what a framework makes of it, what its body can be had from. */
export interface NodeBodySource {
  /** True when somebody has read the body, or has begun to. */
  readableDidRead: boolean;
  /** What a framework has read. */
  body?: unknown;
  /** The bytes that a framework keeps beside the parsed body, as Nest and cloud functions do. */
  rawBody?: unknown;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  once(event: 'end' | 'error' | 'close', listener: () => void): unknown;
  pause(): unknown;
}

/**
 * The raw body: as a framework has kept it, or read from the request. Otherwise what somebody made of it, which the
 * receiver refuses with the reason. Rejects when the request ends too early.
 */
export async function readNodeBody(request: NodeBodySource, limit: number): Promise<unknown> {
  const { body, rawBody, readableDidRead } = request;
  const kept = [rawBody, body].find((value) => typeof value === 'string' || ArrayBuffer.isView(value));
  // Some parsers leave an empty object as the body of what they did not read.
  return kept ?? (readableDidRead ? body : readStream(request, limit));
}

// By events and not by for await, which destroys the connection when it stops early, so that nothing can be answered.
function readStream(request: NodeBodySource, limit: number): Promise<Uint8Array> {
  const reader = new BodyReader(limit);
  return new Promise((resolve, reject) => {
    request.on('data', (chunk) => {
      if (reader.add(chunk)) return;
      request.pause();
      resolve(reader.bytes());
    });
    request.once('end', () => resolve(reader.bytes()));
    request.once('error', () => reject(new Error('The request broke off.')));
    request.once('close', () => reject(new Error('The request broke off.')));
  });
}
