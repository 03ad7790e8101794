import { describe, expect, it } from 'vitest';
import { as, type Change, header, put, text } from '../contract-check/change-example.ts';
import { checkEvent } from '../contract-check/check-event.ts';
import { checkResponse } from '../contract-check/check-response.ts';
import { checkedFetch, seenOperations, seenProblemCodes } from '../contract-check/checked-fetch.ts';
import {
  type ExampleEvent,
  type ExampleResponse,
  exampleEvents,
  exampleResponses,
} from '../contract-check/example-responses.ts';

type Row<T> = [from: string, sentence: string, change: Change<T>, violation: string];

const nameOf = ({ operationId, status }: ExampleResponse): string => `${operationId} ${status}`;

function example(name: string): ExampleResponse {
  const found = exampleResponses.find((response) => nameOf(response) === name);
  if (!found) throw new Error(`The contract has no example of ${name}`);
  return found;
}

const wrongResponses: Row<ExampleResponse>[] = [
  [
    'getProduct 200',
    'an undeclared status',
    as({ status: 201 }),
    'status 201 is not declared for getProduct',
  ],
  ['getProduct 200', 'no RateLimit', header('RateLimit'), 'header RateLimit is missing'],
  [
    'getProduct 200',
    'another media type',
    header('Content-Type', 'text/html'),
    'header Content-Type is text/html',
  ],
  [
    'getProduct 200',
    'a missing property',
    put('stock/reserved'),
    "body/stock must have required property 'reserved'",
  ],
  ['getProduct 200', 'an undeclared property', put('colour', 'red'), '{"unevaluatedProperty":"colour"}'],
  [
    'getProduct 200',
    'money with three decimals',
    put('price', 19.999),
    'body/price must match format "money"',
  ],
  [
    'getProduct 200',
    'a time without milliseconds',
    put('created_at', '2026-02-01T09:30:00Z'),
    'format "date-time"',
  ],
  [
    'listProducts 200',
    'an undeclared property in a row',
    put('data/0/colour', 1),
    'body/data/0 must NOT have',
  ],
  [
    'createCategory 201',
    'a Location that nothing serves',
    header('Location', '/a/7'),
    'header Location is /a/7',
  ],
  ['deleteProduct 204', 'a body', text('{}'), 'body of 2 characters, where 204 has none'],
  [
    'getProduct 404',
    'another title',
    put('title', 'Not Found'),
    'problem: title is "Not Found", not "Not found"',
  ],
  ['getOrder 403', 'another scope', put('required_scopes', ['a.b']), 'problem: required_scopes is ["a.b"]'],
];

const wrongEvents: Row<ExampleEvent>[] = [
  [
    'order.created',
    'an unknown kind',
    put('event_type', 'order.lost'),
    'event_type is order.lost, which is not',
  ],
  [
    'order.created',
    'no delivery id',
    header('X-Service-Delivery-Id'),
    'header X-Service-Delivery-Id is missing',
  ],
  [
    'product.updated',
    'no changed_fields',
    put('data/changed_fields'),
    "must have required property 'changed_fields'",
  ],
];

it.each(wrongResponses)('the checker reports %s with %s', (from, _, change, violation) => {
  const { method, url, ...response } = change(example(from));
  expect(checkResponse(method, url, response)).toContainEqual(expect.stringContaining(violation));
});

it.each(wrongEvents)('the checker reports an event %s with %s', (kind, _, change, violation) => {
  const { headers, body } = change(exampleEvents.find((each) => each.kind === kind)!);
  expect(checkEvent(headers, body)).toContainEqual(expect.stringContaining(violation));
});

describe('checkedFetch', () => {
  const url = 'http://localhost:3000/api/v1/products/1001';
  const right = example('getProduct 200');
  const wrong = header('ETag')(right);
  const respond = (response: ExampleResponse) => async () => new Response(response.body || null, response);

  it('returns a valid response with its body unread', async () => {
    const response = await checkedFetch(respond(right))(new Request(url));
    expect(await response.text()).toBe(right.body);
  });

  it('throws the violations with the method, URL and status', async () => {
    const message = `GET ${url} violated the contract with status 200:\n  - header ETag is missing`;
    await expect(checkedFetch(respond(wrong))(url)).rejects.toThrow(message);
  });

  it('calls onViolation instead of throwing', async () => {
    const violations: string[] = [];
    const response = await checkedFetch(respond(wrong), (found) => violations.push(...found))(url);
    expect([response.status, violations]).toEqual([200, ['header ETag is missing']]);
  });

  it('ignores requests outside the path of the API', async () => {
    const response = await checkedFetch(respond(wrong))('http://localhost:3000/docs');
    expect(response.status).toBe(200);
  });

  it('leaves the error of a truncated body to its reader', async () => {
    const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    const response = await checkedFetch(async () => new Response(cut, right))(url);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('remembers the statuses of each operation and the codes of the problems', async () => {
    const customer = new URL('/api/v1/customers/77', url);
    await checkedFetch(respond(example('deleteCustomer 204')))(customer, { method: 'delete' });
    await checkedFetch(respond(example('deleteCustomer 412')))(customer, { method: 'DELETE' });
    expect([...seenOperations().get('deleteCustomer')!]).toEqual(expect.arrayContaining([204, 412]));
    expect(seenProblemCodes()).toContain('version_mismatch');
  });
});
