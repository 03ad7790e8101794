import { readFileSync } from 'node:fs';
import type { components, operations } from '../generated/openapi.ts';

/** The contract's operations; what Tradepost itself posts (`webhooks`) is not among them. */
export type OperationId = Exclude<
  keyof operations,
  `${'order' | 'customer' | 'product' | 'delivery'}${Capitalize<EventVerb>}`
>;
type EventVerb =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'statusChanged'
  | 'paymentConfirmed'
  | 'completed'
  | 'failed';
export type Schemas = components['schemas'];
export type EventKind = Schemas['EventKind'];

type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
type In = 'path' | 'query' | 'header';

export interface Parameter {
  readonly name: string;
  readonly in: In;
  readonly schema: { readonly type?: string | readonly string[] };
  readonly allowReserved?: boolean;
}

export interface Operation {
  readonly id: OperationId;
  readonly method: HttpMethod;
  /** As the contract has it, below the base path: `/products/{product_id}`. */
  readonly path: string;
  /** As Express has it, with the base path: `/api/v1/products/:product_id`. */
  readonly route: string;
  readonly scopes: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly hasBody: boolean;
}

interface ProblemRule {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
}

interface PathItem extends Partial<Record<HttpMethod, OperationObject>> {
  readonly parameters?: readonly (Parameter | Ref)[];
}
interface OperationObject {
  readonly operationId: OperationId;
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: unknown;
}
interface Ref {
  readonly $ref: string;
}
export interface Bundle {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { 'x-problems'?: Record<string, ProblemRule> }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const METHODS: readonly HttpMethod[] = ['get', 'post', 'put', 'patch', 'delete'];

/** The bundle beside the compiled or the source tree: both lie one folder below what holds generated/. */
const bundleUrl = [
  new URL('../generated/openapi.json', import.meta.url),
  new URL('../../generated/openapi.json', import.meta.url),
];

function readBundle(): string {
  for (const url of bundleUrl) {
    try {
      return readFileSync(url, 'utf8');
    } catch {}
  }
  throw new Error('generated/openapi.json is missing. Run: npm run generate');
}

/** What /openapi.json serves, byte for byte. */
export const bundleText = readBundle();
export const bundle = JSON.parse(bundleText) as Bundle;
export const basePath = bundle.servers[0]!.url;
export const problems = bundle.components.schemas.ProblemCode!['x-problems'] as Record<
  Schemas['ProblemCode'],
  ProblemRule
>;
export const eventKinds = (bundle.components.schemas.EventKind as { enum: EventKind[] }).enum;
export const contractOperations: readonly Operation[] = Object.entries(bundle.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => (item[method] ? [toOperation(path, item, method, item[method])] : [])),
);

function toOperation(path: string, item: PathItem, method: HttpMethod, object: OperationObject): Operation {
  return {
    id: object.operationId,
    method,
    path,
    route: basePath + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    scopes: (object.security ?? []).flatMap((requirement) => requirement.apiKey ?? []),
    parameters: [...(item.parameters ?? []), ...(object.parameters ?? [])].map(resolveParameter),
    hasBody: object.requestBody !== undefined,
  };
}

function resolveParameter(parameter: Parameter | Ref): Parameter {
  if (!('$ref' in parameter)) return parameter;
  return bundle.components.parameters[parameter.$ref.split('/').at(-1)!]!;
}
