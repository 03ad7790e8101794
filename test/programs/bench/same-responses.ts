import { deepStrictEqual } from 'node:assert';

export type JsonObject = Record<string, unknown>;

export interface Responder {
  readonly name: string;
  /** Its body, as JSON unless it's text. */
  respond(index: number): Promise<unknown>;
}

/** Comparing candidates makes sense only if their responses are the same. One after the other, because some write. */
export async function assertSameResponses(responders: readonly Responder[]): Promise<void> {
  let first: unknown;
  for (const [index, responder] of responders.entries()) {
    const response = await responder.respond(index);
    if (index === 0) first = response;
    else deepStrictEqual(response, first, `${responder.name} and ${responders[0]!.name} differ.`);
  }
}

/** Removes members at any depth: those that differ from one request to the next. */
export function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member, names)]));
}
