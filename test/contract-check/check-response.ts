import { checkHeaders } from './check-headers.ts';
import { checkProblem, type Problem } from './check-problem.ts';
import { contract, type DeclaredResponse, resolve } from './contract.ts';
import { findRoute, type Route } from './find-route.ts';
import { bodyViolations } from './schema-violations.ts';

export interface ReceivedResponse {
  status: number;
  headers: Headers;
  body: string;
}

// A request that matches no operation gets the responses that operations share.
const OUTSIDE: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Forbidden',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};

// Requests that the HTTP layer refuses before any operation.
const OF_HTTP: Record<number, string | undefined> = {
  400: 'malformed_request',
  408: 'request_timeout',
  417: 'expectation_failed',
  431: 'headers_too_large',
};

/** A response's violations of the contract; empty when it is valid. */
export function checkResponse(method: string, url: string, response: ReceivedResponse): string[] {
  if (refusedByHttp(response)) return checkHttpRefusal(response);
  const route = findRoute(method, url);
  const declared = declaredResponse(method, route, response.status);
  if (!declared) return [`status ${response.status} is not declared for ${nameOf(route)}`];
  const headers = checkHeaders(response.headers, {
    status: response.status,
    route,
    declared,
    code: codeOf(response),
  });
  return [...headers, ...checkBody(method, route, declared, response)];
}

function codeOf({ headers, body }: ReceivedResponse): string | undefined {
  if (!headers.get('Content-Type')?.startsWith('application/problem+json') || body === '') return undefined;
  return (JSON.parse(body) as Problem).code;
}

function refusedByHttp({ status, body }: ReceivedResponse): boolean {
  const code = OF_HTTP[status];
  return code !== undefined && (status !== 400 || body.includes(`"code":"${code}"`));
}

/** A problem like any other, but without rate limit headers, because no key was checked. */
function checkHttpRefusal(response: ReceivedResponse): string[] {
  const declared = httpResponse(response.status) ?? contract.components.responses.BadRequest!;
  const headers = checkHeaders(response.headers, {
    status: response.status,
    route: { methods: [] },
    declared,
    code: undefined,
  });
  return [...headers, ...checkBody('', { methods: [] }, declared, response)];
}

function declaredResponse(
  method: string,
  { path, operation }: Route,
  status: number,
): DeclaredResponse | undefined {
  if (operation) return operation.responses[status] && resolve(operation.responses[status]);
  if (method === 'OPTIONS' && path !== undefined && status === 204) return {};
  const wrong = path === undefined ? 405 : 404;
  if (status === wrong) return undefined;
  return httpResponse(status) ?? contract.components.responses[OUTSIDE[status] ?? ''];
}

const httpResponse = (status: number): DeclaredResponse | undefined => contract['x-http-responses'][status];

function nameOf({ path, operation, methods }: Route): string {
  if (operation) return `${operation.operationId}, which has ${Object.keys(operation.responses).join(', ')}`;
  return path
    ? `a wrong method of ${path}, which has ${methods.join(', ')}`
    : 'a path that is not in the contract';
}

function checkBody(
  method: string,
  route: Route,
  { content }: DeclaredResponse,
  response: ReceivedResponse,
): string[] {
  if (!content || method.toUpperCase() === 'HEAD') return checkNoBody(response);
  const violations = bodyViolations(content, response.headers.get('Content-Type'), response.body);
  if (violations.length > 0 || !('application/problem+json' in content)) return violations;
  return checkProblem(JSON.parse(response.body) as Problem, response, route.operation);
}

function checkNoBody({ status, body }: ReceivedResponse): string[] {
  return body === '' ? [] : [`body of ${body.length} characters, where ${status} has none`];
}
