import { describe, expect, it } from 'vitest';
import { all, as, type Change, header, problem, put, text } from '../contract-check/change-example.ts';
import { checkEvent } from '../contract-check/check-event.ts';
import { checkResponse } from '../contract-check/check-response.ts';
import { checkedFetch, seenOperations, seenProblemCodes } from '../contract-check/checked-fetch.ts';
import {
  type ExampleEvent,
  type ExampleResponse,
  exampleEvents,
  exampleResponses,
} from '../contract-check/example-responses.ts';
import { fillPath, requestSamples } from '../contract-check/request-samples.ts';

type Row<T> = [sentence: string, change: Change<T>, violation: string];

const nameOf = ({ operationId, status }: ExampleResponse): string => `${operationId} ${status}`;
const violationsOf = ({ method, url, ...response }: ExampleResponse): string[] =>
  checkResponse(method, url, response);

function example(name: string): ExampleResponse {
  const found = exampleResponses.find((response) => nameOf(response) === name);
  if (!found) throw new Error(`The contract has no example of ${name}`);
  return found;
}

function event(kind: string): ExampleEvent {
  const found = exampleEvents.find((each) => each.kind === kind);
  if (!found) throw new Error(`The contract has no example of ${kind}`);
  return found;
}

/** Turns rows grouped by the example that they change into test arguments. */
function flat<T>(table: Record<string, Row<T>[]>): [from: string, ...Row<T>][] {
  return Object.entries(table).flatMap(([from, rows]) =>
    rows.map((row): [string, ...Row<T>] => [from, ...row]),
  );
}

const noLimit = all<ExampleResponse>(header('RateLimit'), header('RateLimit-Policy'));

/** Turns getProduct's 404 into the 405 that the contract requires for PUT. */
const wrongMethod = all(
  as({ method: 'PUT', status: 405 }),
  problem('method_not_allowed', "The path doesn't support this method"),
  put('status', 405),
  header('Allow', 'GET, PATCH, DELETE'),
  noLimit,
);
const notHttp = problem('malformed_request', "The request isn't valid HTTP");
const nowhere = as({ url: '/api/v1/nowhere' });
const head = as({ method: 'HEAD' });
const inProgress = problem(
  'idempotency_in_progress',
  'A request with this Idempotency-Key is still in progress',
);

describe('checkResponse', () => {
  it.each(exampleResponses.map((response) => ({ name: nameOf(response), response })))(
    'accepts the example of $name',
    ({ response }) => {
      expect(violationsOf(response)).toEqual([]);
    },
  );

  it.each<[from: string, sentence: string, change: Change<ExampleResponse>]>([
    ['getProduct 200', 'a charset', header('Content-Type', 'application/json; charset=utf-8')],
    ['getProduct 200', 'an origin and a query', as({ url: 'https://shop.test/api/v1/products/7?a=1' })],
    ['getProduct 200', 'a header that the contract does not name', header('Content-Language', 'en')],
    ['getOrder 200', 'null in a nullable property', put('shipping', null)],
    ['createOrder 201', 'no Idempotency-Replayed', header('Idempotency-Replayed')],
    ['createOrder 409', 'no Retry-After when waiting does not help', header('Retry-After')],
    ['createOrder 409', 'Retry-After when waiting helps', inProgress],
    ['getProduct 404', 'a path that the contract does not have', all(nowhere, noLimit)],
    ['getProduct 200', 'a private cache and an ETag', header('Cache-Control', 'private, no-cache')],
    ['getProduct 400', 'malformed HTTP and no rate limit', all(notHttp, noLimit)],
    ['getProduct 401', 'a path that the contract does not have', nowhere],
    ['getProduct 404', 'a method that the path does not have', wrongMethod],
    ['getProduct 404', 'no body for HEAD', all(wrongMethod, head, text(''))],
  ])('accepts %s with %s', (from, _, change) => {
    expect(violationsOf(change(example(from)))).toEqual([]);
  });
});

describe('checkResponse', () => {
  const places: Record<string, Row<ExampleResponse>[]> = {
    'getProduct 200': [
      ['a status that is not declared', as({ status: 201 }), 'status 201 is not declared for getProduct'],
      ['a path that the contract does not have', nowhere, 'status 200 is not declared for a path'],
      [
        'another case in its path',
        as({ url: '/api/v1/Products/7' }),
        'status 200 is not declared for a path',
      ],
      ['a slash at the end of its path', as({ url: '/api/v1/products/' }), 'status 200 is not declared'],
      ['no prefix', as({ url: '/products/7' }), 'status 200 is not declared for a path'],
      [
        'a method that the path does not have',
        as({ method: 'PUT' }),
        'status 200 is not declared for a wrong',
      ],
    ],
    'getProduct 404': [
      [
        'a method that the path does not have',
        as({ method: 'PUT' }),
        'status 404 is not declared for a wrong',
      ],
      [
        '405 for a path that does not exist',
        all(wrongMethod, nowhere),
        'status 405 is not declared for a path',
      ],
    ],
  };

  const headers: Record<string, Row<ExampleResponse>[]> = {
    'getProduct 200': [
      ['no X-Request-Id', header('X-Request-Id'), 'header X-Request-Id is missing'],
      ['an X-Request-Id that is no UUID', header('X-Request-Id', '1'.repeat(36)), 'header X-Request-Id must'],
      ['no RateLimit', header('RateLimit'), 'header RateLimit is missing'],
      ['no Vary', header('Vary'), 'header Vary is missing'],
      [
        'no X-Content-Type-Options',
        header('X-Content-Type-Options'),
        'header X-Content-Type-Options is missing',
      ],
      [
        'another X-Content-Type-Options',
        header('X-Content-Type-Options', 'x'),
        'header X-Content-Type-Options is x',
      ],
      [
        'a Vary without Authorization',
        header('Vary', 'Accept'),
        'header Vary is Accept, without Authorization',
      ],
      ['no Cache-Control', header('Cache-Control'), 'header Cache-Control is missing'],
      ['a public cache', header('Cache-Control', 'public'), 'header Cache-Control is public'],
      ['no RateLimit-Policy', header('RateLimit-Policy'), 'header RateLimit-Policy is missing'],
      ['no ETag', header('ETag'), 'header ETag is missing'],
      ['another media type', header('Content-Type', 'text/html'), 'header Content-Type is text/html'],
      [
        'another charset',
        header('Content-Type', 'application/json; charset=latin1'),
        'header Content-Type is',
      ],
      ['no Content-Type', header('Content-Type'), 'header Content-Type is null'],
    ],
    'createCategory 201': [
      ['no ETag', header('ETag'), 'header ETag is missing'],
      ['no Location', header('Location'), 'header Location is missing'],
      [
        'a Location that no operation serves',
        header('Location', '/categories/7'),
        'header Location is /categories/7',
      ],
      [
        'Idempotency-Replayed: false',
        header('Idempotency-Replayed', 'false'),
        'header Idempotency-Replayed must be equal',
      ],
    ],
    'getProduct 401': [
      ['no WWW-Authenticate', header('WWW-Authenticate'), 'header WWW-Authenticate is missing'],
      [
        'the media type of plain JSON',
        header('Content-Type', 'application/json'),
        'header Content-Type is application/json',
      ],
    ],
    'getProduct 404': [
      ['no RateLimit', header('RateLimit'), 'header RateLimit is missing'],
      ['405 but no Allow', all(wrongMethod, header('Allow')), 'header Allow is missing'],
      [
        '405 and half of Allow',
        all(wrongMethod, header('Allow', 'GET')),
        'header Allow is GET; the path has',
      ],
    ],
    'getProduct 429': [
      ['no Retry-After', header('Retry-After'), 'header Retry-After is missing'],
      ['a date in Retry-After', header('Retry-After', 'Sun, 01 Feb 2026 09:30:00 GMT'), 'must be integer'],
    ],
    'getProduct 503': [['no Retry-After', header('Retry-After'), 'header Retry-After is missing']],
    'createOrder 409': [
      [
        'no Retry-After while in progress',
        all(inProgress, header('Retry-After')),
        'header Retry-After is missing',
      ],
    ],
  };

  const bodies: Record<string, Row<ExampleResponse>[]> = {
    'deleteProduct 204': [['a body', text('{}'), 'body of 2 characters, where 204 has none']],
    'getProduct 404': [['a body for HEAD', all(wrongMethod, head), 'where 405 has none']],
    'listProducts 200': [
      [
        'an undeclared property in a nested object',
        put('data/0/stock/colour', 1),
        'body/data/0/stock must NOT have unevaluated',
      ],
      ['an undeclared property next to the page', put('total', 1), 'body must NOT have unevaluated'],
      ['an undeclared property in a list', put('data/0/colour', 1), 'body/data/0 must NOT have unevaluated'],
    ],
    'getProduct 200': [
      ['no body', text(''), 'body is not JSON'],
      ['a truncated body', text('{"id":'), 'body is not JSON'],
      ['a missing property', put('stock/reserved'), "body/stock must have required property 'reserved'"],
      ['an undeclared property', put('colour', 'red'), '{"unevaluatedProperty":"colour"}'],
      [
        'an undeclared property in a write',
        put('dimensions/depth_cm', 1),
        '{"additionalProperty":"depth_cm"}',
      ],
      ['an id as text', put('id', '1001'), 'body/id must be integer'],
      ['a value outside of the enumeration', put('status', 'Active'), 'body/status must be equal to one of'],
      ['money with three decimals', put('price', 19.999), 'body/price must match format "money"'],
      [
        'money with a floating-point error',
        put('cost_price', 0.1 + 0.2),
        'body/cost_price must match format "money"',
      ],
      ['a quantity with four decimals', put('stock/on_hand', 1.0005), 'body/stock/on_hand must match format'],
      ['a wrong check digit', put('gtin', '7891000315508'), 'body/gtin must match format "gtin"'],
      [
        'an image URL that is not a URI',
        put('image_urls', ['/a.png']),
        'body/image_urls/0 must match format "uri"',
      ],
      ['a time without milliseconds', put('created_at', '2026-02-01T09:30:00Z'), 'format "date-time"'],
      ['a time with microseconds', put('created_at', '2026-02-01T09:30:00.000000Z'), 'format "date-time"'],
      ['a time with an offset', put('created_at', '2026-02-01T09:30:00.000+00:00'), 'format "date-time"'],
      ['a time on February 30', put('created_at', '2026-02-30T09:30:00.000Z'), 'format "date-time"'],
      ['a blank in a nullable time', put('deleted_at', '2026-02-01 09:30:00.000Z'), 'body/deleted_at'],
    ],
    'getOrder 200': [
      ['an undeclared property in a line', put('items/0/cost', 1), 'body/items/0 must NOT have unevaluated'],
      [
        'an undeclared property in a nullable object',
        put('shipping/code', 1),
        'body/shipping must NOT have unevaluated',
      ],
    ],
    'getCustomer 200': [
      ['an email without @', put('email', 'maria'), 'body/email must match format "email"'],
    ],
  };

  const problems: Record<string, Row<ExampleResponse>[]> = {
    'getProduct 404': [
      ['another title', put('title', 'Not Found'), 'problem: title is "Not Found", not "Not found"'],
      ['another status in its body', put('status', 410), 'problem: status is 410, not 404'],
      [
        'a code that belongs to another status',
        problem('in_use', 'The resource is in use'),
        'problem: status is 404, not 409',
      ],
      ['a code that is not declared', problem('gone', 'Gone'), 'body/code must be equal to one of'],
      [
        'a type that belongs to another code',
        put('type', '/docs/problems/in_use'),
        'problem: type is "/docs/problems/in_use"',
      ],
      ['another request id', put('request_id', crypto.randomUUID()), 'problem: request_id is'],
      [
        'status 405 but the code of 404',
        as({ method: 'PUT', status: 405 }),
        'problem: status is 404, not 405',
      ],
    ],
    'getProduct 500': [['an undeclared property', put('stack', 'at …'), '{"unevaluatedProperty":"stack"}']],
    'createOrder 400': [['an undeclared property', put('errors/0/value', 1), 'body/errors/0 must NOT have']],
    'getOrder 403': [
      [
        'another scope',
        put('required_scopes', ['orders.write']),
        'problem: required_scopes is ["orders.write"]',
      ],
      ['no granted_scopes', put('granted_scopes'), 'problem has no granted_scopes'],
    ],
  };

  it.each([places, headers, bodies, problems].flatMap(flat))(
    'reports %s with %s',
    (from, _, change, violation) => {
      expect(violationsOf(change(example(from)))).toContainEqual(expect.stringContaining(violation));
    },
  );

  it('reports all violations of a response at once', () => {
    const change = all<ExampleResponse>(header('ETag'), put('id', '1'), put('price', 1.005));
    expect(violationsOf(change(example('getProduct 200')))).toHaveLength(3);
  });
});

describe('checkEvent', () => {
  it.each(exampleEvents)('accepts the example of $kind', ({ headers, body }) => {
    expect(checkEvent(headers, body)).toEqual([]);
  });

  it('accepts the headers and body that a Node server receives', () => {
    const { headers, body } = event('order.created');
    expect(checkEvent(Object.fromEntries(headers), Buffer.from(body))).toEqual([]);
  });

  const wrong: Record<string, Row<ExampleEvent>[]> = {
    'order.created': [
      ['an unknown kind', put('event_type', 'order.lost'), 'event_type is order.lost, which is not an event'],
      ['a kind that is not a string', put('event_type', ['order.created']), 'body/event_type must be string'],
      ['a body that is not JSON', text('order'), 'event_type is undefined'],
      ['another kind in its header', header('X-Service-Event', 'product.created'), 'X-Service-Event is not'],
      ['no kind in its header', header('X-Service-Event'), 'header X-Service-Event is missing'],
      ['no delivery id', header('X-Service-Delivery-Id'), 'header X-Service-Delivery-Id is missing'],
      ['a number as delivery id', header('X-Service-Delivery-Id', '7'), 'header X-Service-Delivery-Id must'],
      [
        'an ISO timestamp',
        header('X-Service-Timestamp', '2026-02-01'),
        'header X-Service-Timestamp must match',
      ],
      [
        'a bare signature',
        header('X-Service-Signature', 'a'.repeat(71)),
        'header X-Service-Signature must match',
      ],
      ['another media type', header('Content-Type', 'text/plain'), 'header Content-Type is text/plain'],
      ['an undeclared property', put('colour', 1), 'body must NOT have unevaluated'],
      ['an undeclared property in its data', put('data/colour', 1), 'body/data must NOT have unevaluated'],
      [
        'a time without milliseconds',
        put('occurred_at', '2026-02-01T09:30:00Z'),
        'body/occurred_at must match',
      ],
    ],
    'order.status_changed': [
      ['an undeclared property in its data', put('data/colour', 1), 'body/data must NOT have unevaluated'],
    ],
    'product.updated': [
      ['stock', put('data/product/stock', {}), 'body/data/product must NOT have unevaluated'],
      ['no changed_fields', put('data/changed_fields'), "must have required property 'changed_fields'"],
    ],
  };

  it.each(flat(wrong))('reports %s with %s', (kind, _, change, violation) => {
    const { headers, body } = change(event(kind));
    expect(checkEvent(headers, body)).toContainEqual(expect.stringContaining(violation));
  });
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
    expect(seenOperations().get('deleteCustomer')).toEqual(new Set([204, 412]));
    expect(seenProblemCodes()).toContain('version_mismatch');
  });
});

describe('the request samples', () => {
  it('contain every operation once', () => {
    const ids = new Set(exampleResponses.map(({ operationId }) => operationId));
    expect(requestSamples.map(({ operationId }) => operationId)).toEqual([...ids]);
  });

  it('describe how to call an operation', () => {
    expect(requestSamples.find(({ operationId }) => operationId === 'updateProduct')).toEqual({
      operationId: 'updateProduct',
      method: 'PATCH',
      path: '/api/v1/products/{product_id}',
      scopes: ['products.write'],
      query: '',
      pathParameters: [{ name: 'product_id', isInteger: true }],
      hasBody: true,
      body: { price: expect.any(Number) },
      bodies: [{ price: expect.any(Number) }, { category_id: null }],
    });
  });

  it('have an example for every request body', () => {
    expect(requestSamples.filter(({ hasBody, body }) => hasBody !== (body !== undefined))).toEqual([]);
  });

  it('fill every parameter of a path, or throw', () => {
    expect(fillPath('/products/{id}/x/{name}', { id: 7, name: 'a/b', other: 1 })).toBe('/products/7/x/a%2Fb');
    expect(() => fillPath('/products/{id}', { name: 1 })).toThrow('/products/{id} needs id; got name');
  });
});
