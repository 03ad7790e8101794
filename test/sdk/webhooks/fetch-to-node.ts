import type { IncomingMessage, RequestListener } from 'node:http';
import { Readable } from 'node:stream';

/** Serves a fetch handler on a Node server, like @hono/node-server. */
export function toNodeListener(handle: (request: Request) => Response | Promise<Response>): RequestListener {
  return async (incoming, outgoing) => {
    const response = await handle(requestOf(incoming));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  };
}

function requestOf(incoming: IncomingMessage): Request {
  const { method, url, headers } = incoming;
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: headers as Record<string, string>,
    ...(method !== 'GET' && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
}
