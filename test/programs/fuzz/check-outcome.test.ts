import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReceivedResponse } from '../../contract-check/check-response.ts';
import { exampleResponses } from '../../contract-check/example-responses.ts';
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
/** The contract's example of a response that isn't a replay. */
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
    'an invalid request that succeeds',
    'although the request is invalid',
    violationsOf(wrong, { response: answerOf(201) }),
  ],
  [
    'a valid request that is refused for its key',
    'although the request is valid',
    violationsOf({}, { response: answerOf(401) }),
  ],
  [
    'a refused request that writes',
    'wrote, but must not',
    violationsOf(wrong, { response: answerOf(409), writes: [write] }),
  ],
  ['a request without a response that writes', 'wrote, but must not', violationsOf({}, { writes: [write] })],
  ['a creation that writes nothing', 'but wrote: ', violationsOf({}, { response: answerOf(201) })],
  [
    'an invalid batch row that is accepted',
    'a row has status 201, although it is invalid',
    violationsOf(
      { ...requestOf('batchProducts'), wrongRows: [0] },
      { response: batch(201), writes: [{ ...write, rowId: '8' }] },
    ),
  ],
  [
    'a refused batch row that writes',
    'batch created , but inserted 7',
    violationsOf(requestOf('batchProducts'), { response: batch(409), writes: [write] }),
  ],
  [
    'an undeclared status',
    'is not declared for createProduct',
    violationsOf(wrong, { response: { ...answerOf(409), status: 410 } }),
  ],
  [
    "a problem with another request's id",
    'request_id is',
    violationsOf(wrong, {
      response: {
        ...answerOf(409),
        headers: new Headers([...answerOf(409).headers, ['X-Request-Id', 'other']]),
      },
    }),
  ],
];

it.each(cases)('checkOutcome reports %s', (_, violation, found) => {
  expect(found).toContain(violation);
});
