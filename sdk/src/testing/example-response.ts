import { ConfigurationError } from '../errors/tradepost-error.ts';
import { contract, exampleBody, type OperationExample } from './contract.ts';
import type { FakeRequest, FakeResponse } from './fake-types.ts';

const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** The example of the operation, with what the test has changed. */
export function exampleResponse(request: FakeRequest, given: FakeResponse): Response {
  const operation = contract.operations[request.operation];
  const type = mediaTypeOf(request, operation);
  const body = given.body ?? defaultBody(request, operation, type);
  const status = given.status ?? operation.status;
  const headers = { ...headersOf(operation, type), ...given.headers };
  if (status === 204) return new Response(null, { status, headers });
  return new Response(type === 'application/json' ? JSON.stringify(body) : textOf(body), { status, headers });
}

/** An export or a report has a media type per format; a report is JSON without one. */
function mediaTypeOf({ query }: FakeRequest, { bodies }: OperationExample): string {
  if (!('text/csv' in bodies)) return MEDIA_TYPES.json;
  const byDefault = MEDIA_TYPES.json in bodies ? 'json' : 'ndjson';
  const { format = byDefault } = query as { format?: keyof typeof MEDIA_TYPES };
  return MEDIA_TYPES[format];
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  throw new ConfigurationError('The body of an export is its text, with a line break after each row.');
}

function defaultBody(request: FakeRequest, { bodies, row }: OperationExample, type: string): unknown {
  const { items } = (request.body ?? {}) as { items?: unknown[] };
  if (row !== undefined && items) {
    const more = request.operation === 'importOrders' ? { shortages: [] } : {};
    return {
      results: items.map((_, index) => ({
        index,
        status: 201,
        data: exampleBody(row),
        ...more,
        problem: null,
      })),
    };
  }
  const [first, atTheEnd = first] = bodies[type] ?? [];
  // Behind its events the feed has none, so that a program which follows it sees each once.
  const isEnd = request.operation === 'listEvents' && 'cursor' in request.query;
  const position = isEnd ? atTheEnd : first;
  return position === undefined ? undefined : exampleBody(position);
}

function headersOf({ headers, status }: OperationExample, type: string): Record<string, string> {
  const examples = headers.map((name) => [name.toLowerCase(), contract.headers[name]!]);
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Accept, Authorization',
    ...(status !== 204 && { 'content-type': type }),
    ...Object.fromEntries(examples),
    'x-request-id': crypto.randomUUID(),
  };
}
