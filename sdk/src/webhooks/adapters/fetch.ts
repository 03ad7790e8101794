import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { WebhookReceiver } from '../receiver/receiver.ts';
import { BodyReader } from './body-reader.ts';
import { checkReceiver } from './check-receiver.ts';

const READ_BEFORE =
  'The body has been read by something else. Pass the request on unread, or receive() what await request.text() returned.';

const WRONG_SERVER =
  'The handler got no Request of the Fetch standard. Use expressHandler in Express, and nodeHandler with node:http.';

/** For servers whose handlers take a Request and return a Response: Hono, Next, Bun, Deno, Workers. */
export function fetchHandler<Context>(receiver: WebhookReceiver<Context>) {
  checkReceiver(receiver);
  return (request: Request): Promise<Response> => {
    // Thrown at once, because Express 4 doesn't notice a handler that rejects, and never responds.
    if (typeof request?.headers?.get !== 'function') throw new ConfigurationError(WRONG_SERVER);
    return respondTo(request, receiver);
  };
}

async function respondTo<Context>(request: Request, receiver: WebhookReceiver<Context>): Promise<Response> {
  const { method, headers } = request;
  let body: unknown;
  try {
    body = await readBody(request, receiver.maxBodyBytes);
  } catch {
    return new Response(null, { status: 400 }); // the sender has disconnected
  }
  const response = await receiver.receive({ method, headers, body: body as Uint8Array });
  return new Response(response.body, { status: response.status, headers: response.headers });
}

/** If something else has read it, the reason, which the receiver responds with. */
async function readBody({ body, bodyUsed }: Request, limit: number): Promise<Uint8Array | Error> {
  if (bodyUsed || body?.locked) return new ConfigurationError(READ_BEFORE);
  const reader = new BodyReader(limit);
  const stream = body?.getReader();
  for (let part = await stream?.read(); part?.value; part = await stream?.read()) {
    if (reader.add(part.value)) continue;
    await stream?.cancel();
    break;
  }
  return reader.bytes();
}
