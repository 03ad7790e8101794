import type { Socket } from 'node:net';
import type { Request, Response } from 'express';

type Callbacks = Set<() => void>;
/** As a property, like the request's context; see request-context.ts. */
type Closing = Response & { closedCallbacks?: Callbacks };

/** By connection, so that many pipelined requests add only one listener to it. */
const requestsBySocket = new WeakMap<Socket, Callbacks>();

/**
 * Calls back once, when the response has been sent or its connection has closed. The response's own `close` event isn't
 * enough: Node doesn't emit it for a pipelined response whose turn never came. Returns a function that cancels.
 */
export function onClosed(req: Request, res: Closing, callback: () => void): () => void {
  if (res.closed || req.socket.destroyed) {
    callback();
    return () => {};
  }
  res.closedCallbacks ??= watch(req.socket, res);
  const callbacks = res.closedCallbacks;
  callbacks.add(callback);
  return () => void callbacks.delete(callback);
}

/** One listener for all of a request's callbacks. */
function watch(socket: Socket, res: Response): Callbacks {
  const callbacks: Callbacks = new Set();
  const requests = requestsOf(socket);
  const run = (): void => {
    requests.delete(run);
    for (const callback of callbacks) {
      callbacks.delete(callback);
      callback();
    }
  };
  requests.add(run);
  res.once('close', run);
  return callbacks;
}

function requestsOf(socket: Socket): Callbacks {
  const known = requestsBySocket.get(socket);
  if (known) return known;
  const requests: Callbacks = new Set();
  requestsBySocket.set(socket, requests);
  socket.once('close', () => {
    for (const run of requests) run();
  });
  return requests;
}
