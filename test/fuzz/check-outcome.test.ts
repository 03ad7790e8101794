import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Answer } from '../contract-check/check-response.ts';
import { exampleAnswers } from '../contract-check/example-responses.ts';
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
function answerOf(status: number): Answer {
  const found = exampleAnswers.find(
    (each) => each.operationId === 'createProduct' && each.status === status,
  )!;
  const headers = new Headers(found.headers);
  headers.delete('Idempotency-Replayed');
  return { status, headers, body: found.body };
}

function faultsOf(request: Partial<FuzzRequest>, outcome: Partial<Outcome>): string {
  const whole = { ...requestOf('createProduct'), ...request };
  return checkOutcome({ request: whole, wire, answer: undefined, writes: [], ...outcome }).join('\n');
}

const wrong = { mistakes: ['body #: required: sku'] };
const batch = (status: number): Answer => ({
  ...answerOf(201),
  status: 200,
  body: JSON.stringify({
    results: [{ index: 0, status, data: status < 300 ? { id: 8 } : null, problem: null }],
  }),
});

const cases: [name: string, fault: string, found: string][] = [
  ['a 5xx', 'status 500', faultsOf({}, { answer: answerOf(500) })],
  ['no response', 'no response', faultsOf({}, {})],
  [
    'a wrong request that succeeds',
    'although the request is wrong',
    faultsOf(wrong, { answer: answerOf(201) }),
  ],
  [
    'a right request that is refused by its key',
    'although the contract allows the request',
    faultsOf({}, { answer: answerOf(401) }),
  ],
  [
    'a refusal that writes',
    'wrote although it must not',
    faultsOf(wrong, { answer: answerOf(409), writes: [write] }),
  ],
  ['a cut connection that writes', 'wrote although it must not', faultsOf({}, { writes: [write] })],
  ['a creation that writes nothing', 'and inserted: ', faultsOf({}, { answer: answerOf(201) })],
  [
    'a wrong row that is accepted',
    'a row has status 201, although it is wrong',
    faultsOf(
      { ...requestOf('batchProducts'), wrongRows: [0] },
      { answer: batch(201), writes: [{ ...write, rowId: '8' }] },
    ),
  ],
  [
    'a refused row that writes',
    'batch created , and inserted 7',
    faultsOf(requestOf('batchProducts'), { answer: batch(409), writes: [write] }),
  ],
  [
    'an undeclared status',
    'is not declared for createProduct',
    faultsOf(wrong, { answer: { ...answerOf(409), status: 410 } }),
  ],
  [
    'a problem without a request id that is its own',
    'request_id is',
    faultsOf(wrong, {
      answer: {
        ...answerOf(409),
        headers: new Headers([...answerOf(409).headers, ['X-Request-Id', 'other']]),
      },
    }),
  ],
];

it.each(cases)('finds %s', (_, fault, found) => {
  expect(found).toContain(fault);
});
