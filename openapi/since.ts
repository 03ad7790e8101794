import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from './document.ts';
import { operationsOf } from './operations.ts';
import { root } from './run.ts';

export const SINCE = 'openapi/released/since.json';
type Versions = Readonly<Record<string, string>>;

/** The version of each operation and field that wasn't in the first release. What is listed once keeps its version. */
export function nextSince(document: Document): string {
  const released = new Set(namesIn(read<Document>('openapi/released/v1.json')));
  const known: Versions = existsSync(join(root, SINCE)) ? read(SINCE) : {};
  const { version } = document.info;
  const entries = namesIn(document).flatMap((name) => {
    const since = known[name] ?? (released.has(name) ? undefined : version);
    return since === undefined ? [] : [[name, since]];
  });
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** `addOrderRefund`, `Order.charges` */
const namesIn = (document: Document): string[] => [
  ...operationsOf(document).map(({ operationId }) => operationId),
  ...Object.entries(document.components.schemas).flatMap(([schema, { properties = {} }]) =>
    Object.keys(properties).map((field) => `${schema}.${field}`),
  ),
];

const read = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
