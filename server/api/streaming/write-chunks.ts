import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { type ApiProblem, tooManyConcurrent } from '../../base/problems/api-problem.ts';
import { onClosed } from '../../http/connection/on-closed.ts';

export interface Chunk {
  readonly text: string;
  readonly encoding: BufferEncoding;
}

/** A client that reads 2 kB/s takes one chunk in 32 s, well before it counts as stalled. */
const CHUNK_CHARACTERS = 64 * 1024;
/** A whole list takes from a second to several minutes. */
export const STREAM_RETRY_AFTER_SECONDS = 5;

/** Writes lines in chunks, at the speed of the client. Throws when the client is gone or has stalled. */
export async function writeChunks(res: Response, lines: readonly string[], stalledMs: number): Promise<void> {
  let chunk = '';
  for (const [index, line] of lines.entries()) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS && index < lines.length - 1) continue;
    await writeChunk(res, { text: chunk, encoding: 'utf8' }, stalledMs);
    chunk = '';
  }
}

/** Waits until the client has taken what was written before. */
export async function writeChunk(res: Response, chunk: Chunk, stalledMs: number): Promise<void> {
  // Node reports a write to a destroyed response as an error event that nobody listens to.
  if (res.destroyed) throw streamAborted('The client closed the connection.');
  if (!res.write(chunk.text, chunk.encoding)) await waitForDrain(res, stalledMs);
}

function waitForDrain(res: Response, stalledMs: number): Promise<void> {
  const { socket } = res.req;
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void): void => {
      clearInterval(timer);
      stopWaiting();
      onDrained(res, () => {});
      outcome();
    };
    const onDrain = (): void => settle(resolve);
    const onClose = (): void => settle(() => reject(streamAborted('The client closed the connection.')));
    // Progress is measured on the connection: a pipelined response waits for the one before it, which may be fine.
    let sent = sentBytes(socket);
    const timer = setInterval(() => {
      if (sentBytes(socket) === sent)
        settle(() => reject(streamAborted(`The client read nothing for ${stalledMs} ms.`)));
      sent = sentBytes(socket);
    }, stalledMs);
    let stopWaiting = (): void => {};
    onDrained(res, onDrain);
    stopWaiting = onClosed(res.req as Request, res, onClose);
  });
}

const afterDrain = new WeakMap<Response, () => void>();

/** A compressed response hands the listener on to its stream, and takes none back: it gets one. */
function onDrained(res: Response, callback: () => void): void {
  if (!afterDrain.has(res)) res.on('drain', () => afterDrain.get(res)!());
  afterDrain.set(res, callback);
}

const sentBytes = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength;
/**
 * Nobody receives this problem, as the response has begun. Its status keeps it out of the error log: it isn't a 5xx.
 */
const streamAborted = (detail: string): ApiProblem => tooManyConcurrent(detail, STREAM_RETRY_AFTER_SECONDS);
