import type { Request, Response } from 'express';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { basePath, type Operation } from '../../../base/contract.ts';
import { formats } from '../../../base/formats/contract-formats.ts';
import { validatorSpec } from './validator-spec.ts';

/** Returns what is wrong with a request: an error of express-openapi-validator, or undefined. Converts its parameters. */
export type Validator = (operation: Operation, req: Request, res: Response) => unknown;

let created = 0;
/** How many instances exist. Creating them is what made the start slow: see docs/decisions/one-validator-per-path.md. */
export const validatorCount = (): number => created;

/** An instance per path. It is created when it is first used, and compiles an operation's schemas when that operation is. */
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
 * As the middleware of express-openapi-validator does it, but without two of its parts. Its loader of contracts compiles the
 * schema of OpenAPI for each instance, which took 40 ms each. And its search for the path, which compiles a regular
 * expression at each request and waits for four promises, has nothing to find: Express has matched the operation's route.
 */
function create(path: string, allErrors: boolean): Validator {
  created += 1;
  const { apiDoc, serial } = validatorSpec(path);
  const { ajvOpts } = new OpenApiValidator({
    apiSpec: apiDoc,
    // The contract is linted, authentication comes before this, and no operation accepts files.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    // raw-parameters.ts reports unknown query parameters, all of them at once.
    validateRequests: { allErrors, allowUnknownQueryParameters: true },
    formats: formats as never,
  });
  new SchemaPreprocessor(apiDoc, ajvOpts.preprocessor, false as never).preProcess();
  const requests = new RequestValidator(apiDoc, ajvOpts.request);
  const openApiRoute = basePath + path;
  return ({ method, route, hasBody }, req, res) => {
    // Of a body that isn't looked at. A compiled schema is cached for each spelling. Deleted, it would turn the headers into a slow dictionary.
    if (!hasBody && req.headers['content-type'] !== undefined) req.headers['content-type'] = undefined;
    const pathParams = { ...req.params } as Record<string, string>;
    const schema = apiDoc.paths![path]![method]!;
    const openapi = { expressRoute: route, openApiRoute, pathParams, schema, serial };
    Object.assign(req, { openapi, params: pathParams });
    return errorOf((next) => requests.validate(req as OpenApiRequest, res, next));
  };
}

/** The validator passes some errors on and throws others; none of them later. */
function errorOf(validate: (next: (error?: unknown) => void) => unknown): unknown {
  let passedOn: unknown;
  try {
    validate((error) => {
      passedOn = error;
    });
  } catch (thrown) {
    return thrown;
  }
  return passedOn;
}
