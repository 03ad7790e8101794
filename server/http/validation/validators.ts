import type { NextFunction, Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { contractOperations, type Operation } from '../../contract.ts';
import { adaptForValidator } from './adapt-for-validator.ts';
import { formats } from './formats.ts';
import { openApiSubset } from './openapi-subset.ts';

/** The middleware of one express-openapi-validator instance. */
export type Validator = readonly RequestHandler[];

/**
 * One validator collects every issue. It allocates an object for each element and each branch of a union: with it 1
 * MB of `{}` took 2.7 GB of memory. The other one stops at the first issue, and is for large bodies.
 */
export interface Validators {
  readonly allIssues: Validator;
  readonly firstIssue: Validator;
}

const cache = new Map<string, Validator>();

/** See docs/decisions/one-validator-per-path.md. */
export function validatorsOf(operation: Operation): Validators {
  const all = allIssues(operation);
  return { allIssues: all, firstIssue: operation.hasBody ? firstIssue(operation) : all };
}

/** One instance per path: at each request an instance compiles a regular expression for every path that it knows. */
const allIssues = ({ path }: Operation): Validator => cached(path, () => compile([path], true));

/** One instance per resource: large bodies are rare, and each instance adds 40 ms to the start. */
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
    // The contract is linted, authentication comes before this, and no operation accepts files.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    // raw-parameters.ts reports unknown query parameters, all of them at once.
    validateRequests: { allErrors, allowUnknownQueryParameters: true },
    formats: formats as never,
  }) as unknown as RequestHandler[];
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
