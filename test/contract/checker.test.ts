import { expect, it } from 'vitest';
import { as, type Change, header, put, text } from '../contract-check/change-example.ts';
import { checkEvent } from '../contract-check/check-event.ts';
import { checkResponse } from '../contract-check/check-response.ts';
import { checkedFetch } from '../contract-check/checked-fetch.ts';
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
  ['getProduct 200', 'another media type', header('Content-Type', 'text/html'), 'header Content-Type is'],
  ['getProduct 200', 'a missing property', put('stock/reserved'), "must have required property 'reserved'"],
  [
    'getProduct 200',
    'a price with eleven decimals',
    put('price', 0.12345678901),
    'must match format "price"',
  ],
  ['listProducts 200', 'an undeclared property', put('data/0/colour', 1), 'body/data/0 must NOT have'],
  ['createCategory 201', 'a dead Location', header('Location', '/a/7'), 'header Location is /a/7'],
  ['deleteProduct 204', 'a body', text('{}'), 'body of 2 characters, where 204 has none'],
  [
    'getProduct 404',
    'another title',
    put('title', 'Not Found'),
    'problem: title is "Not Found", not "Not found"',
  ],
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
  ['product.updated', 'no changed_fields', put('data/changed_fields'), "required property 'changed_fields'"],
];

it.each(wrongResponses)('the checker reports %s with %s', (from, _, change, violation) => {
  const { method, url, ...response } = change(example(from));
  expect(checkResponse(method, url, response)).toContainEqual(expect.stringContaining(violation));
});

it.each(wrongEvents)('the checker reports an event %s with %s', (kind, _, change, violation) => {
  const { headers, body } = change(exampleEvents.find((each) => each.kind === kind)!);
  expect(checkEvent(headers, body)).toContainEqual(expect.stringContaining(violation));
});

it('checkedFetch returns a valid response unread, and throws the violations of another', async () => {
  const url = 'http://localhost:3000/api/v1/products/1001';
  const right = example('getProduct 200');
  const wrong = header('ETag')(right);
  const respond = (response: ExampleResponse) => async () => new Response(response.body || null, response);
  expect(await (await checkedFetch(respond(right))(new Request(url))).text()).toBe(right.body);
  const message = `GET ${url} violated the contract with status 200:\n  - header ETag is missing`;
  await expect(checkedFetch(respond(wrong))(url)).rejects.toThrow(message);
});
