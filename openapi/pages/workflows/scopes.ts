import type { Contract } from '../contract/contract.ts';
import type { Step } from './documents.ts';

/** The scopes that a key needs for all steps, in the contract's order. */
export function scopesOf(steps: readonly Step[], contract: Contract): string[] {
  const needed = new Set(
    steps.flatMap((step) => [
      ...(contract.operation(step.operationId).security ?? []).flatMap(({ apiKey = [] }) => apiKey),
      ...eventScopes(step, contract),
    ]),
  );
  return contract.scopes.filter((scope) => needed.has(scope));
}

/** The feed has no scope of its own: it shows the kinds of events whose subject the key may read. */
function eventScopes({ operationId, parameters = [] }: Step, { events }: Contract): string[] {
  if (operationId !== 'listEvents' && operationId !== 'exportEvents') return [];
  const wanted = parameters.find(({ name }) => name === 'event_type')?.value;
  return events.filter(({ kind }) => wanted === undefined || kind === wanted).map(({ scope }) => scope);
}
