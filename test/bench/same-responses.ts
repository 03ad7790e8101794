import { deepStrictEqual } from 'node:assert';
import type { HttpContestant } from './http-candidate.ts';

export type JsonObject = Record<string, unknown>;

/** Contestants that answer different things do not compare. `ignore` takes out what may differ. */
export async function assertSameAnswers(
  contestants: readonly HttpContestant[],
  ignore: (body: JsonObject) => void,
): Promise<void> {
  const [first, ...others] = await Promise.all(contestants.map((contestant) => answerOf(contestant, ignore)));
  for (const [index, other] of others.entries()) {
    const names = `${contestants[0]!.name} and ${contestants[index + 1]!.name}`;
    deepStrictEqual(other, first, `${names} do not answer the same.`);
  }
}

async function answerOf(
  { name, fetch }: HttpContestant,
  ignore: (body: JsonObject) => void,
): Promise<JsonObject> {
  const response = await fetch();
  const body = (await response.json()) as JsonObject;
  if (response.status !== 200) throw new Error(`${name} answers ${response.status}: ${JSON.stringify(body)}`);
  ignore(body);
  return body;
}
