import { deepStrictEqual } from 'node:assert';
import type { HttpCandidate } from './http-candidate.ts';

export type JsonObject = Record<string, unknown>;

/** Comparing candidates makes sense only if their responses are the same. `ignore` removes what may differ. */
export async function assertSameResponses(
  candidates: readonly HttpCandidate[],
  ignore: (body: JsonObject) => void,
): Promise<void> {
  const [first, ...others] = await Promise.all(candidates.map((candidate) => responseOf(candidate, ignore)));
  for (const [index, other] of others.entries()) {
    const names = `${candidates[0]!.name} and ${candidates[index + 1]!.name}`;
    deepStrictEqual(other, first, `${names} return different responses.`);
  }
}

async function responseOf(
  { name, fetch }: HttpCandidate,
  ignore: (body: JsonObject) => void,
): Promise<JsonObject> {
  const response = await fetch();
  const body = (await response.json()) as JsonObject;
  if (response.status !== 200)
    throw new Error(`${name} returned ${response.status}: ${JSON.stringify(body)}`);
  ignore(body);
  return body;
}
