import { ConfigurationError } from '../../errors/tradepost-error.ts';

/** At start. Otherwise each request would fail, in the way of the server: some never respond. */
export function checkReceiver(receiver: { receive?: unknown } | undefined): void {
  if (typeof receiver?.receive === 'function') return;
  throw new ConfigurationError('The handler needs a receiver. Pass what createWebhookReceiver returned.');
}
