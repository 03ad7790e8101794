import { readFileSync } from 'node:fs';

export type Node = Readonly<Record<string, unknown>>;

export interface Operation extends Node {
  readonly operationId?: string;
  readonly deprecated?: boolean;
  readonly 'x-sunset-at'?: string;
}

export interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Node>>;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

export function readContract(file: string): Contract {
  return JSON.parse(readFileSync(file, 'utf8')) as Contract;
}

interface Member {
  readonly path: string;
  readonly key: string;
  readonly title: string;
  readonly node: Operation;
}

/** The operations under `paths`, each with its title, and what belongs to all of a path. */
export function membersOf({ paths }: Contract): Member[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([key, node]) => ({ path, key, title: operationTitle(path, key), node })),
  );
}

export function operationsOf(contract: Contract): Member[] {
  return membersOf(contract).filter(({ key }) => isMethod(key));
}

/** The value at a JSON Pointer such as `#/paths/~1products/get`. */
export function valueAt(contract: Contract, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((node, key) => (node as Node | undefined)?.[key], contract);
}

export function segmentsOf(pointer: string): string[] {
  const [, ...segments] = pointer.split('/');
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `GET /products` for the method and path of an operation, `/products` for what belongs to all methods of a path. */
export function operationTitle(path: string, method: string): string {
  return isMethod(method) ? `${method.toUpperCase()} ${path}` : path;
}

export function isMethod(key: string): boolean {
  return METHODS.has(key);
}
