import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type Bundle, bundle, type OperationId } from '../../base/contract.ts';
import { type EncodedDocument, encode, sendDocument } from '../../http/static-document.ts';
import { type ExampleOverride, exampleOverrides } from './example-overrides.ts';

type Json = { [key: string]: unknown };

/** A placeholder, replaced each time the page is opened. */
const UNIQUE = '{unique}';

const NOTE = `**Try it out:** press Authorize and paste an API key. The examples on this page work with the demo key, which \`npm start\`
prints.

`;

const JSON_TYPE = 'application/json; charset=utf-8';
/** How long the unique values in Swagger UI's examples stay the same. */
const UNIQUE_VALUES_MS = 1_000;

/**
 * Gets new unique values every second, so that an example that creates something works again after a reload. It isn't
 * built per request, since building and compressing its 480 kB each time would let anybody keep the process busy.
 */
export function tryOutDocument(): RequestHandler {
  let made: { readonly at: number; readonly document: Promise<EncodedDocument> } | undefined;
  return async (req, res) => {
    const now = performance.now();
    if (!made || now - made.at > UNIQUE_VALUES_MS)
      made = { at: now, document: encode(JSON_TYPE, tryOutText(randomBytes(3).toString('hex'))) };
    sendDocument(req, res, await made.document, 'no-store');
  };
}

/** The contract for Swagger UI. It sends the examples as they are, so all of them must work with the demo data. */
const tryOutText = (suffix: string): string => text.replaceAll(UNIQUE, suffix);

let uniqueValues = 0;
const text = JSON.stringify(tryOutContract(bundle));

function tryOutContract(contract: Bundle): Json {
  const copy = structuredClone(contract) as unknown as Json & { info: Json; paths: Json };
  copy.info.description = NOTE + copy.info.description;
  for (const item of Object.values(copy.paths) as Json[])
    for (const operation of Object.values(item) as Json[]) {
      const override = exampleOverrides[operation.operationId as OperationId];
      if (override) applyOverride(override, operation, item.parameters as Json[]);
    }
  eachObject(copy, dropOptionalExample);
  return copy;
}

/** Swagger UI sends every example it has: with those of optional parameters a list would find nothing. */
function dropOptionalExample(object: Json): void {
  if ((object.in === 'query' || object.in === 'header') && !object.required) delete object.example;
}

function applyOverride(
  { path = {}, unique = [], omit = [] }: ExampleOverride,
  operation: Json,
  ofPath: readonly Json[],
): void {
  const moved = Object.entries(path).map(([name, example]) => ({
    ...ofPath.find((parameter) => parameter.name === name),
    example,
  }));
  if (moved.length > 0) operation.parameters = [...((operation.parameters as Json[]) ?? []), ...moved];
  if (!operation.requestBody) return;
  eachObject(operation.requestBody, (object) => {
    for (const name of omit) delete object[name];
    if (isLine(object)) return;
    for (const name of unique)
      if (typeof object[name] === 'string') object[name] = `${object[name]}-${UNIQUE}${uniqueValues++}`;
  });
}

/** A line of an order names a product that exists. */
function isLine(object: Json): boolean {
  return 'quantity' in object;
}

/** The rows of an example that matches by a value name rows of the demo by it. */
function isMatching(value: object): boolean {
  return 'match_by' in value && 'items' in value;
}

function eachObject(value: unknown, change: (object: Json) => void): void {
  if (value === null || typeof value !== 'object' || isMatching(value)) return;
  if (!Array.isArray(value)) change(value as Json);
  for (const part of Object.values(value)) eachObject(part, change);
}
