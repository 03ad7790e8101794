import type { Socket } from 'node:net';
import type { Request, Response } from 'express';

/** By connection, so that many pipelined requests add only one listener to it. */
const callbacksBySocket = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once, when the response has been sent or its connection has closed. The response's own `close` event isn't
 * enough: Node doesn't emit it for a pipelined response whose turn never came. Returns a function that cancels.
 */
export function onClosed(req: Request, res: Response, callback: () => void): () => void {
  const callbacks = callbacksOf(req.socket);
  const cancel = (): void => {
    callbacks.delete(run);
    res.off('close', run);
  };
  const run = (): void => {
    cancel();
    callback();
  };
  callbacks.add(run);
  res.once('close', run);
  if (res.closed || req.socket.destroyed) run();
  return cancel;
}

function callbacksOf(socket: Socket): Set<() => void> {
  const known = callbacksBySocket.get(socket);
  if (known) return known;
  const callbacks = new Set<() => void>();
  callbacksBySocket.set(socket, callbacks);
  socket.once('close', () => {
    for (const callback of [...callbacks]) callback();
  });
  return callbacks;
}
