import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReceivedResponse } from '../contract-check/check-response.ts';
import { exampleResponses } from '../contract-check/example-responses.ts';
import { checkOutcome, type Outcome } from './check-outcome.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { operationById } from './operations.ts';
import { validRequest } from './valid-request.ts';
import type { Write } from './write-log.ts';

const SEED = 13;
const wire = { method: 'POST', target: '/api/v1/products', headers: [], body: undefined };
const write: Write = { relation: 'products', operation: 'INSERT', rowId: '7' };

const requestOf = (operationId: string): FuzzRequest =>
  fc.sample(validRequest(operationById.get(operationId)!), { seed: SEED, numRuns: 1 })[0]!;
/** The contract's example, of a response that is no repetition. */
function answerOf(status: number): ReceivedResponse {
  const found = exampleResponses.find(
    (each) => each.operationId === 'createProduct' && each.status === status,
  )!;
  const headers = new Headers(found.headers);
  headers.delete('Idempotency-Replayed');
  return { status, headers, body: found.body };
}

function violationsOf(request: Partial<FuzzRequest>, outcome: Partial<Outcome>): string {
  const whole = { ...requestOf('createProduct'), ...request };
  return checkOutcome({ request: whole, wire, response: undefined, writes: [], ...outcome }).join('\n');
}

const wrong = { mistakes: ['body #: required: sku'] };
const batch = (status: number): ReceivedResponse => ({
  ...answerOf(201),
  status: 200,
  body: JSON.stringify({
    results: [{ index: 0, status, data: status < 300 ? { id: 8 } : null, problem: null }],
  }),
});

const cases: [name: string, violation: string, found: string][] = [
  ['a 5xx', 'status 500', violationsOf({}, { response: answerOf(500) })],
  ['no response', 'no response', violationsOf({}, {})],
  [
    'a wrong request that succeeds',
    'although the request is wrong',
    violationsOf(wrong, { response: answerOf(201) }),
  ],
  [
    'a right request that is refused by its key',
    'although the contract allows the request',
    violationsOf({}, { response: answerOf(401) }),
  ],
  [
    'a refusal that writes',
    'wrote although it must not',
    violationsOf(wrong, { response: answerOf(409), writes: [write] }),
  ],
  ['a cut connection that writes', 'wrote although it must not', violationsOf({}, { writes: [write] })],
  ['a creation that writes nothing', 'and inserted: ', violationsOf({}, { response: answerOf(201) })],
  [
    'a wrong row that is accepted',
    'a row has status 201, although it is wrong',
    violationsOf(
      { ...requestOf('batchProducts'), wrongRows: [0] },
      { response: batch(201), writes: [{ ...write, rowId: '8' }] },
    ),
  ],
  [
    'a refused row that writes',
    'batch created , and inserted 7',
    violationsOf(requestOf('batchProducts'), { response: batch(409), writes: [write] }),
  ],
  [
    'an undeclared status',
    'is not declared for createProduct',
    violationsOf(wrong, { response: { ...answerOf(409), status: 410 } }),
  ],
  [
    'a problem without a request id that is its own',
    'request_id is',
    violationsOf(wrong, {
      response: {
        ...answerOf(409),
        headers: new Headers([...answerOf(409).headers, ['X-Request-Id', 'other']]),
      },
    }),
  ],
];

it.each(cases)('finds %s', (_, violation, found) => {
  expect(found).toContain(violation);
});
