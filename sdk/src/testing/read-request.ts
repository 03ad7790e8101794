import { ConfigurationError } from '../errors/tradepost-error.ts';
import { contract, PREFIX } from './contract.ts';
import type { FakeRequest, OperationId } from './fake-types.ts';
import type { SentRequest } from './validate.ts';

export interface ReadRequest {
  /** With the contract's types. */
  readonly request: FakeRequest;
  /** As it was sent. */
  readonly sent: SentRequest;
}

/** What a request asks for. Throws if the contract has no such operation, which isn't retried. */
export async function readRequest(request: Request): Promise<ReadRequest> {
  const { method, signal } = request;
  const { pathname, search, searchParams } = new URL(request.url);
  const found = findOperation(method, pathname);
  if (!found) throw new ConfigurationError(`The contract has no ${method} ${pathname}.`);
  const text = await request.text();
  const headers = Object.fromEntries(request.headers);
  if (headers.authorization) headers.authorization = 'Bearer [API key]';
  const body = (text === '' ? undefined : parse(text)) as FakeRequest['body'];
  return {
    request: {
      operation: found.operation,
      method,
      path: pathname,
      params: typed(found.params) as FakeRequest['params'],
      query: typed(Object.fromEntries(searchParams)) as FakeRequest['query'],
      headers,
      body,
      signal,
    },
    sent: { params: found.params, search: search.slice(1), headers, body },
  };
}

function findOperation(method: string, pathname: string) {
  for (const [operation, { method: declared, path }] of routes) {
    const params = declared === method && match(path, pathname);
    if (params) return { operation, params };
  }
  return undefined;
}

// `{` sorts after every letter, so /products/batch is tried before /products/{product_id}.
const routes = Object.entries(contract.operations).sort(([, a], [, b]) => (a.path < b.path ? -1 : 1)) as [
  OperationId,
  { method: string; path: string },
][];

function match(template: string, pathname: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const found = new RegExp(`^${PREFIX}${pattern}$`).exec(pathname);
  return found
    ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1]!)]))
    : undefined;
}

/** Parameters are texts in an address. The contract says which are numbers. */
function typed(values: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typedValue(name, value)]));
}

function typedValue(name: string, value: string): unknown {
  if (contract.integers.includes(name)) return Number(value);
  return contract.booleans.includes(name) ? value === 'true' : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
