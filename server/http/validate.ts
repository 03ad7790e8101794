import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { Operation, Parameter } from '../contract.ts';
import { type Fault, invalidRequest } from '../errors.ts';
import { formats } from './formats.ts';
import { documentOf } from './path-document.ts';
import { parameterFaults } from './query-text.ts';
import { toFaults, type ValidatorFault } from './validation-faults.ts';

type Chain = readonly RequestHandler[];

/**
 * The validator for the operations of one path. Each path has an instance of its own, since it looks a request's route
 * up again, compiling a regular expression for each path that it knows.
 */
function chainOf(path: string): Chain {
  const apiSpec = JSON.parse(JSON.stringify(documentOf(path)), forTheValidator);
  return OpenApiValidator.middleware({
    apiSpec,
    // The contract is linted, the server authenticates in front, and no operation takes files.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    // Unknown parameters are found in the query's text, all of them at once.
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    formats: formats as never,
  }) as unknown as RequestHandler[];
}

/** query-text.ts says what has to be percent-encoded: the validator refuses even what encodeURIComponent leaves as it is. */
const forTheValidator = (_name: string, value: Partial<Parameter> | null) =>
  value?.in === 'query' ? { ...value, allowReserved: true } : value;

const chains = new Map<string, Chain>();

/** Checks a request against the contract, turns its parameters into values and puts defaults in. */
export function validate(operation: Operation): RequestHandler {
  const chain = chains.get(operation.path) ?? chainOf(operation.path);
  chains.set(operation.path, chain);
  return (req, res, next) => {
    const [, query = ''] = splitOnce(req.originalUrl, '?');
    const faults = parameterFaults(operation, query, req.params);
    runChain(chain, req, res, (error?: unknown) => {
      const found = [...faults, ...faultsOf(error).filter((fault) => !faults.some(sameParameter(fault)))];
      if (found.length > 0) return next(invalidRequest(found));
      next(error);
    });
  };
}

const sameParameter =
  (fault: Fault) =>
  (other: Fault): boolean =>
    fault.parameter !== undefined && other.parameter === fault.parameter;

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function runChain(chain: Chain, req: Request, res: Response, done: NextFunction, at = 0): void {
  const step = chain[at];
  const next = (error?: unknown): void => (error ? done(error) : runChain(chain, req, res, done, at + 1));
  if (step) step(req, res, next);
  else done();
}

/** A refusal of the validator has status 400; it names its one fault itself where it gives no list. */
function faultsOf(error: unknown): Fault[] {
  const refusal = error as
    | { status?: number; path?: string; message?: string; errors?: ValidatorFault[] }
    | undefined;
  if (refusal?.status !== 400) return [];
  return toFaults(
    refusal.errors ?? [{ path: refusal.path ?? '', message: refusal.message ?? 'is not valid' }],
  );
}

/** Compiles the schemas of an operation now: on first use it takes up to a second, which a client would wait for. */
export async function warmUp(app: Express, operation: Operation): Promise<void> {
  await checkMadeUp(app, operation, undefined);
}

/**
 * Checks a body as the contract wants it for an operation that was not requested itself: a row of a batch, or an upsert
 * that turns out to create. Answers the body with the defaults put in, or throws the 400 that a request would get.
 */
export async function checkBody(app: Express, operation: Operation, body: unknown): Promise<object> {
  const { error, request } = await checkMadeUp(app, operation, structuredClone(body));
  const faults = faultsOf(error);
  if (faults.length > 0) throw invalidRequest(faults);
  if (error) throw error;
  return request.body as object;
}

interface MadeUp {
  readonly error: unknown;
  readonly request: { readonly body?: unknown };
}

/** Lets the validator see a request that nobody sent. */
function checkMadeUp(app: Express, operation: Operation, body: unknown): Promise<MadeUp> {
  const request = {
    app,
    method: operation.method.toUpperCase(),
    path: operation.route,
    originalUrl: operation.route.replaceAll(/:\w+/g, '1'),
    baseUrl: '',
    headers: operation.hasBody ? { 'content-type': 'application/json' } : {},
    query: {},
    params: {},
    body,
  };
  const chain = chains.get(operation.path)!;
  return new Promise((resolve) =>
    runChain(chain, request as never, {} as never, (error?: unknown) => resolve({ error, request })),
  );
}
