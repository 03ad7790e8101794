import type { WebhookReceiver } from '../receiver.ts';
import { BodyReader } from './body-reader.ts';

/** For everything that takes a Request and answers a Response: Hono, Next, Bun, Deno, Workers. */
export function fetchHandler<Context>(receiver: WebhookReceiver<Context>) {
  return async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const body = await readBody(request, receiver.maxBodyBytes);
    const answer = await receiver.receive({ method, headers, body: body as Uint8Array });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
}

/** Undefined when somebody has read it before; the receiver says what to do about that. */
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
