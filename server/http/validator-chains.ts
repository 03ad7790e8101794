import type { NextFunction, Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { contractOperations, type Operation } from '../contract.ts';
import { formats } from './formats.ts';
import { documentOf } from './path-document.ts';

export type Chain = readonly RequestHandler[];

/**
 * Two validators. One collects every issue, and makes an object for each element and each branch of a union: 1 MB of `{}`
 * became 2.7 GB. The other stops at the first issue, and is for bodies that are large.
 */
export interface ValidatorChains {
  readonly allIssues: Chain;
  readonly firstIssue: Chain;
}

const chains = new Map<string, Chain>();

export function chainsOf(operation: Operation): ValidatorChains {
  const every = allIssues(operation);
  return { allIssues: every, firstIssue: operation.hasBody ? firstIssue(operation) : every };
}

/** Each path has an instance of its own: the validator compiles a regular expression for each path that it knows at each request. */
const allIssues = ({ path }: Operation): Chain => known(path, () => compile([path], true));

/** Each instance takes 40 ms of a start, and large bodies are few: those of one resource share an instance. */
function firstIssue({ path }: Operation): Chain {
  const resource = resourceOf(path);
  const paths = () => contractOperations.filter((each) => each.hasBody && resourceOf(each.path) === resource);
  return known(`${resource}, first issue`, () =>
    compile([...new Set(paths().map((each) => each.path))], false),
  );
}

const resourceOf = (path: string): string => path.split('/', 2)[1]!;

function known(name: string, make: () => Chain): Chain {
  const chain = chains.get(name) ?? make();
  chains.set(name, chain);
  return chain;
}

function compile(paths: readonly string[], allErrors: boolean): Chain {
  const apiSpec = JSON.parse(JSON.stringify(documentOf(paths)), forTheValidator);
  return OpenApiValidator.middleware({
    apiSpec,
    // The contract is linted, the server authenticates in front, and no operation takes files.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    // Unknown parameters are found in the query's text, all of them at once.
    validateRequests: { allErrors, allowUnknownQueryParameters: true },
    formats: formats as never,
  }) as unknown as RequestHandler[];
}

interface Rewritten {
  readonly in?: string;
  readonly anyOf?: readonly { readonly 'x-open-because'?: string }[];
}

/**
 * RFC 3986 allows `:`, `/`, `,` and others in a query as they are; the validator refuses them unless it is told. The rows
 * of a batch may be anything here, since each is checked by itself.
 */
function forTheValidator(_name: string, value: Rewritten | null): unknown {
  if (value?.in === 'query') return { ...value, allowReserved: true };
  return value?.anyOf?.some((branch) => 'x-open-because' in branch) ? {} : value;
}

export function runChain(chain: Chain, req: Request, res: Response, done: NextFunction, at = 0): void {
  const step = chain[at];
  const next = (error?: unknown): void => (error ? done(error) : runChain(chain, req, res, done, at + 1));
  if (step) step(req, res, next);
  else done();
}
