import { type EventKind, operationById, type Schemas, scopes } from '../../../base/contract.ts';
import { eventCatalogue, eventEntry } from '../../../events/catalogue.ts';
import type { Step } from './documents.ts';

type Scope = Schemas['Scope'];

/** The scopes that a key needs for all steps, in the contract's order. */
export function scopesOf(steps: readonly Step[]): Scope[] {
  const needed = new Set(
    steps.flatMap((step) => [...operationById(step.operationId).scopes, ...eventScopes(step)]),
  );
  return scopes.filter((scope) => needed.has(scope));
}

/** The feed has no scope of its own: it shows the kinds of events whose subject the key may read. */
function eventScopes({ operationId, parameters = [] }: Step): string[] {
  if (operationId !== 'listEvents' && operationId !== 'exportEvents') return [];
  const kind = parameters.find(({ name }) => name === 'event_type')?.value;
  if (kind === undefined) return eventCatalogue.map(({ scope }) => scope);
  return [eventEntry(kind as EventKind).scope];
}
