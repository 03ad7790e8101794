import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../../contract-check/contract.ts';
import { accepts } from './accepts.ts';
import { rowSchemas } from './flat-schema.ts';
import { operations } from './operations.ts';
import { anyRequest } from './request-arbitrary.ts';
import { validValue } from './schema-arbitrary.ts';
import { mutationsOf } from './schema-mutations.ts';

/** Rules about text and depth, which apply to every schema. */
const BEYOND_SCHEMAS = /U\+0000|surrogate|nested/;
const SEED = 13;

/** A batch's own schema leaves its rows open, because the server validates each row separately. */
const bodies = operations.flatMap(({ id, bodySchema, isBatch }): (readonly [string, Schema])[] => {
  if (bodySchema === undefined) return [];
  if (!isBatch) return [[`body of ${id}`, bodySchema]];
  const [create, change] = rowSchemas(bodySchema);
  return [
    [`row of ${id} that creates`, create],
    [`row of ${id} that changes`, change],
  ];
});

describe.each(bodies)('a generated %s', (_, schema) => {
  it('is valid by its schema', () => {
    fc.assert(
      fc.property(validValue(schema), (body) => accepts(schema, body)),
      { seed: SEED },
    );
  });

  it('is invalid after every mutation', () => {
    const kept = fc
      .sample(validValue(schema), { seed: SEED, numRuns: 30 })
      .flatMap((body) => mutationsOf(schema, body))
      .filter(({ rule, body }) => !BEYOND_SCHEMAS.test(rule) && accepts(schema, body));
    expect(kept.map(({ rule, pointer }) => `${pointer} ${rule}`)).toEqual([]);
  });
});

it('generates the same requests from the same seed', () => {
  const sample = () => JSON.stringify(fc.sample(anyRequest, { seed: SEED, numRuns: 200 }));
  expect(sample()).toBe(sample());
});

it('generates requests for every operation, both valid and with mistakes', () => {
  const requests = fc.sample(anyRequest, { seed: SEED, numRuns: 5_000 });
  expect(new Set(requests.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const wrong = requests.filter(({ mistakes }) => mistakes.length > 0);
  expect(wrong.length / requests.length).toBeGreaterThan(0.2);
  expect(new Set(wrong.flatMap(({ mistakes }) => mistakes)).size).toBeGreaterThan(300);
});
