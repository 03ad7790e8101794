import { printable } from '../errors/sanitize.ts';
import { type ForwardDeps, forward } from './forward.ts';
import { describe, type Streams } from './output.ts';
import type { TriggerOptions } from './trigger-options.ts';

/** Posts the event and prints the response. Returns the exit code: 0 after a 2xx, 1 otherwise. */
export async function trigger(
  { event, to, secret }: TriggerOptions,
  deps: Omit<ForwardDeps, 'url' | 'secret'>,
  { out, err }: Streams,
): Promise<number> {
  const result = await forward(event, { ...deps, url: to, secret, excerptOfAll: true });
  if (result.outcome === 'unreachable') {
    err(printable(`Nothing is listening at ${to.href} (${result.reason}). Start your app first.`));
    return 1;
  }
  const duration = `${Math.round(result.durationMs)} ms`;
  out(printable(`${event.event_type} ${event.event_id}  ${describe(result)} (${duration})`));
  return result.outcome === 'response' && result.status >= 200 && result.status < 300 ? 0 : 1;
}
