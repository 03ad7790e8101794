import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify, type WebhookEvent, WebhookVerificationError } from '@tradepost/sdk/webhooks';

export interface Receiver {
  readonly url: string;
  /** Until the secret is set, deliveries get a 503 and are retried. */
  useSecret(secret: string): void;
  /** Resolves with the first verified event of the kind, or fails after the deadline. */
  waitFor(kind: WebhookEvent['event_type'], deadlineMs: number): Promise<WebhookEvent>;
  close(): void;
}

/** A webhook receiver as an integrator would write it with the SDK. */
export async function openReceiver(): Promise<Receiver> {
  const events: WebhookEvent[] = [];
  let secret: string | undefined;
  let arrived = (): void => {};
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (secret === undefined) return res.writeHead(503).end();
    try {
      events.push(await verify({ body: Buffer.concat(chunks), headers: req.headers, secret }));
      res.writeHead(204).end();
    } catch (error) {
      res.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end();
    }
    arrived();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const found = (kind: string): WebhookEvent | undefined =>
    events.find(({ event_type }) => event_type === kind);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    useSecret: (text) => {
      secret = text;
    },
    waitFor: (kind, deadlineMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`No ${kind} was delivered within ${deadlineMs} ms.`)),
          deadlineMs,
        );
        arrived = () => {
          const event = found(kind);
          if (!event) return;
          clearTimeout(timer);
          resolve(event);
        };
        arrived();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
