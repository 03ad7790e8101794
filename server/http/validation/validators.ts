import type { NextFunction, Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { contractOperations, type Operation } from '../../contract.ts';
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

interface RewritableNode {
  readonly in?: string;
  readonly properties?: Readonly<Record<string, object>>;
  readonly 'x-defaults'?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly { readonly 'x-open-because'?: string }[];
}

/**
 * RFC 3986 allows characters such as `:`, `/` and `,` unencoded in a query; without allowReserved the validator
 * refuses them. The rows of a batch (`x-open-because`) may be anything here, since each is validated separately. The
 * validator fills in defaults from the keyword that the contract avoids (docs/decisions/request-defaults.md).
 */
function adaptForValidator(_name: string, value: RewritableNode | null): unknown {
  if (value?.in === 'query') return { ...value, allowReserved: true };
  if (value?.['x-defaults']) return withDefaults(value, value['x-defaults']);
  return value?.anyOf?.some((branch) => 'x-open-because' in branch) ? {} : value;
}

/** In allOf, because a $ref may hide what stands beside it. */
function withDefaults(schema: RewritableNode, defaults: Readonly<Record<string, unknown>>): RewritableNode {
  const { 'x-defaults': _, ...rest } = schema;
  const filled = Object.entries(defaults).map(([name, value]) => {
    const property = schema.properties?.[name];
    return [name, { ...(property && { allOf: [property] }), default: value }];
  });
  return { ...rest, properties: { ...schema.properties, ...Object.fromEntries(filled) } };
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
