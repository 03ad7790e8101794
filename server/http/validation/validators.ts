import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import type { Operation } from '../../contract.ts';
import { formats } from './formats.ts';
import { validatorSpec } from './validator-spec.ts';

/** The middleware of one express-openapi-validator instance. */
export type Validator = readonly RequestHandler[];

let created = 0;
/** How many instances exist. Creating them is what made the start slow: see docs/decisions/one-validator-per-path.md. */
export const validatorCount = (): number => created;

/**
 * An instance per path: at each request an instance compiles a regular expression for every path that it knows. It is
 * created when it is first used, and compiles an operation's schemas when that operation is.
 */
class PathValidators {
  readonly #path: string;
  #allIssues: Validator | undefined;
  #firstIssue: Validator | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Allocates an object for each element and each branch of a union: 1 MB of `{}` took 2.7 GB of memory. */
  get allIssues(): Validator {
    this.#allIssues ??= create(this.#path, true);
    return this.#allIssues;
  }

  /** For large bodies: stops at the first issue. */
  get firstIssue(): Validator {
    this.#firstIssue ??= create(this.#path, false);
    return this.#firstIssue;
  }
}

const byPath = new Map<string, PathValidators>();

export function validatorsOf({ path }: Operation): PathValidators {
  const validators = byPath.get(path) ?? new PathValidators(path);
  byPath.set(path, validators);
  return validators;
}

/**
 * As `OpenApiValidator.middleware()` does it, but without its loader of contracts: that one compiles the schema of OpenAPI for
 * each instance, even with validateApiSpec off, which took 40 ms each.
 */
function create(path: string, allErrors: boolean): Validator {
  created += 1;
  const spec = validatorSpec(path);
  const validator = new OpenApiValidator({
    apiSpec: spec.apiDoc,
    // The contract is linted, authentication comes before this, and no operation accepts files.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    // raw-parameters.ts reports unknown query parameters, all of them at once.
    validateRequests: { allErrors, allowUnknownQueryParameters: true },
    formats: formats as never,
  });
  return validator.installMiddleware(Promise.resolve(spec)) as unknown as RequestHandler[];
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
