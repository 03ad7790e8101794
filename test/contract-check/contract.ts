// The bundled contract, read from disk and not through the server's code, so that the checks don't depend on it.
import { readFileSync } from 'node:fs';

export interface Ref {
  $ref: string;
}

export type Schema = boolean | { [keyword: string]: unknown };

export interface Media {
  schema: Schema;
  examples?: Record<string, { value: unknown }>;
}

export interface Header {
  schema: Schema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface DeclaredResponse {
  headers?: Record<string, Header | Ref>;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  /** The problems that this operation has besides those of every operation like it. */
  'x-problem-codes'?: string[];
  security: Record<string, string[]>[];
  parameters?: (Parameter | Ref)[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, DeclaredResponse | Ref>;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

export type PathItem = { parameters?: (Parameter | Ref)[] } & {
  [method in (typeof METHODS)[number]]?: Operation;
};

interface KnownProblem {
  status: number;
  title: string;
}

interface Contract {
  info: { description: string };
  servers: [{ url: string }];
  /** What can be the response to any request. */
  'x-http-responses': Record<string, DeclaredResponse>;
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema> & { ProblemCode: { 'x-problems': Record<string, KnownProblem> } };
    responses: Record<string, DeclaredResponse>;
  };
}

const bundle = new URL('../../generated/openapi.json', import.meta.url);

export const contract = JSON.parse(readFileSync(bundle, 'utf8')) as Contract;

/** `/api/v1`: the contract's paths are relative to it. */
export const prefix = contract.servers[0].url;

export const problems = contract.components.schemas.ProblemCode['x-problems'];

/** Returns the target of a reference, and any other value unchanged. */
export function resolve<T extends object>(value: T | Ref): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const found = value.$ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], contract);
  if (found === undefined) throw new Error(`${value.$ref} is not in generated/openapi.json`);
  return resolve(found as T | Ref);
}

export function methodsOf(item: PathItem): { method: string; operation: Operation }[] {
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ method: method.toUpperCase(), operation }] : [];
  });
}

/** What `Allow` says of a path: HEAD and OPTIONS have no operations of their own. */
export const allowedMethods = (item: PathItem): string[] => [
  ...methodsOf(item).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
];

export function scopesOf(operation: Operation): string[] {
  return operation.security.flatMap((requirement) => Object.values(requirement).flat());
}
