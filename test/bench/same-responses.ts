import { deepStrictEqual } from 'node:assert';
import type { HttpCandidate } from './http-candidate.ts';

export type JsonObject = Record<string, unknown>;

/** Candidates that answer different things do not compare. `ignore` takes out what may differ. */
export async function assertSameResponses(
  candidates: readonly HttpCandidate[],
  ignore: (body: JsonObject) => void,
): Promise<void> {
  const [first, ...others] = await Promise.all(candidates.map((candidate) => responseOf(candidate, ignore)));
  for (const [index, other] of others.entries()) {
    const names = `${candidates[0]!.name} and ${candidates[index + 1]!.name}`;
    deepStrictEqual(other, first, `${names} do not answer the same.`);
  }
}

async function responseOf(
  { name, fetch }: HttpCandidate,
  ignore: (body: JsonObject) => void,
): Promise<JsonObject> {
  const response = await fetch();
  const body = (await response.json()) as JsonObject;
  if (response.status !== 200) throw new Error(`${name} answers ${response.status}: ${JSON.stringify(body)}`);
  ignore(body);
  return body;
}
