import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import express, { type Express, type RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { adaptForValidator } from '../../../../server/api/validation/contract-validator/adapt-for-validator.ts';
import { validatorsOf } from '../../../../server/api/validation/contract-validator/validators.ts';
import { bundle, contractOperations } from '../../../../server/base/contract.ts';
import { formats } from '../../../../server/base/formats/contract-formats.ts';

// Applications that only validate: one with express-openapi-validator as its documentation says, one with ours.

/** A request after its body was read. */
export interface ParsedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or undefined if there is none. */
  readonly text: string | undefined;
}

export interface Verdict {
  readonly status: number;
  /** `/body/items/0/quantity maximum.openapi.validation must be <= 5` */
  readonly issues: readonly string[];
  /** What the handler of an accepted request sees: converted, and with defaults. */
  readonly seen?: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

function application(): Express {
  const app = express().enable('case sensitive routing').enable('strict routing');
  return app.set('query parser', (text: string) => parseQuery(text, '&', '=', { maxKeys: 0 }));
}

class Accepted {}
const accept: RequestHandler = (_req, _res, next) => next(new Accepted());

interface DocumentedOptions {
  /** A reviver for JSON.parse. */
  readonly adapt: (name: string, node: never) => unknown;
  readonly formats: object;
}

/** As our service uses it: the documented middleware before all routes, with what the service adapts for it. */
export const documentedApp = (): Express => middlewareApp({ adapt: adaptForValidator, formats });

const OF_OURS = ['money', 'quantity', 'access-key', 'ibge-city-code', 'gtin'];

/** A gateway: it has the served contract, and knows no format but JSON Schema's. */
export const gatewayApp = (): Express =>
  middlewareApp({
    adapt: (_name, node) => node,
    formats: Object.fromEntries(
      OF_OURS.map((name) => [name, { ...formats[name as keyof typeof formats], validate: () => true }]),
    ),
  });

/**
 * The contract in one instance, with the documented defaults for everything that isn't named here. Without responses,
 * or compiling each operation takes three times as long.
 */
function middlewareApp({ adapt, formats }: DocumentedOptions): Express {
  const apiSpec = JSON.parse(
    JSON.stringify({ ...bundle, webhooks: {}, 'x-http-responses': undefined }),
    (name, node) => (name === 'responses' ? { default: { description: 'any' } } : adapt(name, node as never)),
  ) as never;
  const app = application();
  app.use(
    middleware({
      apiSpec,
      validateSecurity: false,
      validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
      formats: formats as never,
    }),
  );
  for (const { method, route } of contractOperations) app[method](route, accept);
  return app;
}

export type Completeness = 'allIssues' | 'firstIssue';

/** Routes as server/api/api.ts does, and nothing of it but the validator. */
export function ourApp(completeness: Completeness): Express {
  const app = application();
  const routes = new Set(contractOperations.map(({ route }) => route));
  for (const path of routes) {
    const route = app.route(path);
    const refuseMethod: RequestHandler = (_req, _res, next) => next({ status: 405 });
    route.head(refuseMethod);
    for (const operation of contractOperations.filter(({ route }) => route === path))
      route[operation.method](
        (req, res, next) => next(validatorsOf(operation)[completeness](operation, req, res)),
        accept,
      );
    route.all(refuseMethod);
  }
  return app;
}

export function verdictOf(app: Express, { method, target, headers, text }: ParsedRequest): Promise<Verdict> {
  const req = new IncomingMessage(new Socket());
  const body: unknown = text === undefined ? undefined : JSON.parse(text);
  Object.assign(req, { method, url: target, headers: { ...headers }, body });
  return new Promise((resolve) => {
    app(req as never, new ServerResponse(req) as never, (outcome?: unknown) => {
      resolve(outcome instanceof Accepted ? accepted(req as never) : refused(outcome));
    });
  });
}

function accepted({ params, query, body }: { params: object; query: object; body: unknown }): Verdict {
  return { status: 200, issues: [], seen: { params: { ...params }, query: { ...query }, body } };
}

interface ValidatorError {
  readonly status?: number;
  readonly errors?: readonly {
    readonly path: string;
    readonly errorCode?: string;
    readonly message: string;
  }[];
}

function refused(error: unknown): Verdict {
  if (error === undefined) return { status: 404, issues: [] };
  const { status = 500, errors = [] } = error as ValidatorError;
  // The others say which path or method there isn't, and Express refuses a path that isn't UTF-8 without saying so.
  const ofRequest = status === 400 ? errors.filter(({ message }) => message !== "malformed uri'") : [];
  const issues = ofRequest.map(
    // Its own keyword of strings that have a format, in place of `type`.
    ({ path, errorCode, message }) => `${path} ${errorCode?.replace('x-eov-type', 'type')} ${message}`,
  );
  return { status, issues: [...new Set(issues)].sort() };
}
