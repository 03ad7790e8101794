import type { WebhookReceiver } from '../receiver.ts';
import { type NodeBodySource, readNodeBody } from './node-body.ts';

/** An IncomingMessage of node:http, or what a framework makes of it. */
export interface NodeRequest extends NodeBodySource {
  method?: string;
  headers: Record<string, string | string[] | undefined>;
}

/** A ServerResponse of node:http. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** A listener for `createServer`, and a route of frameworks that are built on it. */
export function nodeHandler<Context>(receiver: WebhookReceiver<Context>) {
  return async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { method, headers } = request;
    let body: unknown;
    try {
      body = await readNodeBody(request, receiver.maxBodyBytes);
    } catch {
      return; // whoever sent it has gone
    }
    const answer = await receiver.receive({ method, headers, body: body as Uint8Array });
    // The rest of a body that is too large must not be taken for the next request.
    if (answer.outcome === 'too_large') answer.headers.connection = 'close';
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  };
}
