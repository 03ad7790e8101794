import type { NextFunction, Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { contractOperations, type Operation } from '../../contract.ts';
import { formats } from './formats.ts';
import { openApiSubset } from './openapi-subset.ts';

export type Validator = readonly RequestHandler[];

/**
 * Two validators. One collects every issue, and makes an object for each element and each branch of a union: 1 MB of `{}`
 * became 2.7 GB. The other stops at the first issue, and is for bodies that are large.
 */
export interface Validators {
  readonly allIssues: Validator;
  readonly firstIssue: Validator;
}

const cache = new Map<string, Validator>();

export function validatorsOf(operation: Operation): Validators {
  const all = allIssues(operation);
  return { allIssues: all, firstIssue: operation.hasBody ? firstIssue(operation) : all };
}

/** Each path has an instance of its own: the validator compiles a regular expression for each path that it knows at each request. */
const allIssues = ({ path }: Operation): Validator => cached(path, () => compile([path], true));

/** Each instance takes 40 ms of a start, and large bodies are few: those of one resource share an instance. */
function firstIssue({ path }: Operation): Validator {
  const resource = resourceOf(path);
  const paths = () => contractOperations.filter((each) => each.hasBody && resourceOf(each.path) === resource);
  return cached(`${resource}, first issue`, () =>
    compile([...new Set(paths().map((each) => each.path))], false),
  );
}

const resourceOf = (path: string): string => path.split('/', 2)[1]!;

function cached(name: string, make: () => Validator): Validator {
  const validator = cache.get(name) ?? make();
  cache.set(name, validator);
  return validator;
}

function compile(paths: readonly string[], allErrors: boolean): Validator {
  const apiSpec = JSON.parse(JSON.stringify(openApiSubset(paths)), adaptForValidator);
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

interface RewritableNode {
  readonly in?: string;
  readonly anyOf?: readonly { readonly 'x-open-because'?: string }[];
}

/**
 * RFC 3986 allows `:`, `/`, `,` and others in a query as they are; the validator refuses them unless it is told. The rows
 * of a batch may be anything here, since each is checked by itself.
 */
function adaptForValidator(_name: string, value: RewritableNode | null): unknown {
  if (value?.in === 'query') return { ...value, allowReserved: true };
  return value?.anyOf?.some((branch) => 'x-open-because' in branch) ? {} : value;
}

export function runValidator(
  validator: Validator,
  req: Request,
  res: Response,
  done: NextFunction,
  at = 0,
): void {
  const step = validator[at];
  const next = (error?: unknown): void =>
    error ? done(error) : runValidator(validator, req, res, done, at + 1);
  if (step) step(req, res, next);
  else done();
}
