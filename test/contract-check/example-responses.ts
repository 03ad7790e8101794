// The contract's examples as complete responses and webhook requests: headers, media type and body.
import type { ReceivedResponse } from './check-response.ts';
import {
  contract,
  type Header,
  methodsOf,
  type Parameter,
  prefix,
  type Ref,
  resolve,
  scopesOf,
} from './contract.ts';
import { fillPath } from './request-samples.ts';

export interface ExampleResponse extends ReceivedResponse {
  operationId: string;
  method: string;
  url: string;
}

export interface ExampleEvent {
  kind: string;
  headers: Headers;
  body: string;
}

/** Headers that the contract's text requires of every response, without declaring them in any. */
const EVERYWHERE = {
  'Cache-Control': 'no-store',
  Vary: 'Accept, Authorization',
  'X-Content-Type-Options': 'nosniff',
};

/** One for each example of each declared status of each operation. A status without content has one without a body. */
export const exampleResponses: ExampleResponse[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  methodsOf(item).flatMap(({ method, operation }) => {
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    const url = fillPath(prefix + path, examplesByName(parameters));
    return Object.entries(operation.responses).flatMap(([status, response]) => {
      const { headers = {}, content = {} } = resolve(response);
      const about = { operationId: operation.operationId, method, url, status: Number(status) };
      const bodies = bodiesOf(content, scopesOf(operation));
      return bodies.map(({ type, body }) => ({ ...about, headers: exampleHeaders(headers, type), body }));
    });
  }),
);

export const exampleEvents: ExampleEvent[] = Object.entries(contract.webhooks).flatMap(([kind, { post }]) => {
  const parameters = { ...examplesByName(post.parameters ?? []), 'X-Service-Event': kind };
  return bodiesOf(post.requestBody!.content, []).map(({ type, body }) => ({
    kind,
    headers: new Headers({ ...parameters, 'Content-Type': type }),
    body,
  }));
});

function examplesByName(parameters: (Parameter | Ref)[]): Record<string, string> {
  const named = parameters.map((parameter) => resolve(parameter));
  return Object.fromEntries(named.map(({ name, example }) => [name, String(example)]));
}

function exampleHeaders(declared: Record<string, Header | Ref>, type: string): Headers {
  const headers = new Headers({ ...EVERYWHERE, ...(type && { 'Content-Type': type }) });
  for (const [name, header] of Object.entries(declared)) headers.set(name, String(resolve(header).example));
  return headers;
}

type Content = Record<string, { examples?: Record<string, { value: unknown }> }>;

function bodiesOf(content: Content, scopes: string[]): { type: string; body: string }[] {
  const bodies = Object.entries(content).flatMap(([type, { examples }]) =>
    examples === undefined
      ? [{ type, body: 'a line of text\n' }]
      : Object.values(examples).map(({ value }) => ({
          type,
          body: JSON.stringify(withScopes(value, scopes)),
        })),
  );
  return bodies.length > 0 ? bodies : [{ type: '', body: '' }];
}

/** All operations share the example of 403, which names the scope of one. It is valid if the operation declares none. */
function withScopes(value: unknown, scopes: string[]): unknown {
  const names = typeof value === 'object' && value !== null && 'required_scopes' in value;
  return names && scopes.length > 0 ? { ...value, required_scopes: scopes } : value;
}
