import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formats } from '../../../server/base/formats/contract-formats.ts';
import { DOCUMENT, open } from '../../contract-check/closed-schema.ts';
import { contract, type Schema } from '../../contract-check/contract.ts';
import { type BodyValue, bodyText } from './body-value.ts';
import { type FuzzOperation, operations } from './operations.ts';
import { anyRequest } from './request-arbitrary.ts';
import { validValue } from './schema-arbitrary.ts';
import { mutationsOf } from './schema-mutations.ts';

const ajv = new Ajv2020({ strict: false, formats });
const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => [name, open(schema)]);
ajv.addSchema({ $id: DOCUMENT, components: { schemas: Object.fromEntries(schemas) } });

const accepts = (schema: Schema) => {
  const validate = ajv.compile(open(schema));
  return (value: BodyValue): boolean =>
    validate(JSON.parse(bodyText(value, ({ isId, pick }) => (isId ? pick + 1 : `row-${pick}`))));
};
/** Rules about text and depth, which apply to every schema. */
const BEYOND_SCHEMAS = /U\+0000|surrogate|nested/;
const SEED = 13;

/** Excludes batches: their schema leaves rows open, because the server validates each row separately. */
const withBody = operations.filter(({ bodySchema, isBatch }) => bodySchema !== undefined && !isBatch);

describe.each(withBody)('a generated body of $id', ({ bodySchema }: FuzzOperation) => {
  const isAccepted = accepts(bodySchema!);

  it('is valid by its schema', () => {
    fc.assert(
      fc.property(validValue(bodySchema!), (body) => isAccepted(body)),
      { seed: SEED },
    );
  });

  it('is invalid after every mutation', () => {
    const bodies = fc.sample(validValue(bodySchema!), { seed: SEED, numRuns: 30 });
    const kept = bodies
      .flatMap((body) => mutationsOf(bodySchema!, body))
      .filter(({ rule, body }) => !BEYOND_SCHEMAS.test(rule) && isAccepted(body));
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
