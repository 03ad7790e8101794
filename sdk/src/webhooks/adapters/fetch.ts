import type { WebhookReceiver } from '../receiver/receiver.ts';
import { BodyReader } from './body-reader.ts';

/** For servers whose handlers take a Request and return a Response: Hono, Next, Bun, Deno, Workers. */
export function fetchHandler<Context>(receiver: WebhookReceiver<Context>) {
  return async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const body = await readBody(request, receiver.maxBodyBytes);
    const response = await receiver.receive({ method, headers, body: body as Uint8Array });
    return new Response(response.body, { status: response.status, headers: response.headers });
  };
}

/** Undefined if it was read before; the receiver's response says how to fix that. */
async function readBody({ body, bodyUsed }: Request, limit: number): Promise<Uint8Array | undefined> {
  if (bodyUsed) return undefined;
  const reader = new BodyReader(limit);
  const stream = body?.getReader();
  for (let part = await stream?.read(); part?.value; part = await stream?.read()) {
    if (reader.add(part.value)) continue;
    await stream?.cancel();
    break;
  }
  return reader.bytes();
}
