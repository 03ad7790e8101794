import fc from 'fast-check';
import type { Schema } from '../../contract-check/contract.ts';
import { type BodyObject, type BodyValue, type EntryKind, RowReference } from './body-value.ts';
import { rowSchemas } from './flat-schema.ts';
import type { FuzzRequest, HeaderPair, TargetPart } from './fuzz-request.ts';
import type { FuzzOperation } from './operations.ts';
import { entryIn, kindOfField, kindOfTable, rowReference } from './row-references.ts';
import { validValue } from './schema-arbitrary.ts';
import { externalId, queryPairs } from './valid-query.ts';

const ACCEPTS = ['*/*', 'application/json', 'application/json, text/plain, */*', 'application/*;q=0.5'];
/** A report is JSON or CSV, as one of its parameters says. */
const REPORT_ACCEPTS = ['*/*', 'application/json, text/csv'];
const EXPORT_ACCEPTS = ['*/*', 'text/csv, application/x-ndjson', 'text/*, application/*;q=0.5'];
/** The SDK sets every other header itself. */
const SDK_HEADERS = new Set(['If-Match', 'Idempotency-Key']);
const MOST_ROWS = 5;

/** Valid requests for rows that may exist. */
export function validRequest(operation: FuzzOperation): fc.Arbitrary<FuzzRequest> {
  const isList = operation.queryParameters.some(({ name }) => name === 'cursor');
  return fc
    .record({
      path: pathOf(operation),
      query: queryPairs(operation),
      headers: headersOf(operation),
      body: bodyOf(operation),
      raw: fc.boolean(),
      repeats: fc.integer({ min: 1, max: 100 }),
    })
    .map(({ path, query, headers, body, raw, repeats }) => ({
      operationId: operation.id,
      method: operation.method,
      path,
      query,
      headers,
      body,
      key: 'full',
      encodeBody: undefined,
      encodeRequest: undefined,
      transport:
        raw || isExport(operation) || headers.some(([name]) => !SDK_HEADERS.has(name)) ? 'raw' : 'sdk',
      again: isList ? nextPage(repeats) : sameAgain(headers, repeats),
      mistakes: [],
      wrongRows: [],
      anyOutcome: false,
    }));
}

const isExport = ({ media }: FuzzOperation): boolean => media.includes('text/csv');

function nextPage(percent: number): FuzzRequest['again'] {
  return percent > 70 ? 'next page' : undefined;
}

function sameAgain(headers: readonly HeaderPair[], percent: number): FuzzRequest['again'] {
  if (!headers.some(([name]) => name === 'Idempotency-Key') || percent <= 80) return undefined;
  return percent > 90 ? 'other body' : 'same';
}

function bodyOf(operation: FuzzOperation): fc.Arbitrary<BodyValue | undefined> {
  const { bodySchema, isBatch } = operation;
  if (bodySchema === undefined) return fc.constant(undefined);
  if (!isBatch) return namesItsRow(operation) ? withoutExternalId(bodySchema) : validValue(bodySchema);
  const schemas = rowSchemas(bodySchema);
  const [create, change] = schemas.map((row) => validValue(row));
  // An adjustment has one form, in which external_id is one of the ways to name the product.
  const isUpsert = schemas[0].$ref !== schemas[1].$ref;
  const rows = fc.oneof(
    { arbitrary: create!, weight: 3 },
    {
      arbitrary: fc
        .tuple(change!, externalId())
        .map(([row, id]) => ({ ...(row as BodyObject), external_id: id })),
      weight: isUpsert ? 1 : 0,
    },
  );
  return fc.array(rows, { minLength: 1, maxLength: MOST_ROWS }).map((items) => ({ items }));
}

const namesItsRow = ({ pathParameters }: FuzzOperation): boolean =>
  pathParameters.some(({ name }) => name === 'external_id');

/** An external_id in the body must equal the one in the path, and usually is left out. */
const withoutExternalId = (schema: Schema): fc.Arbitrary<BodyValue> =>
  validValue(schema)
    .map((body) => {
      const { external_id: _, ...others } = body as BodyObject;
      return others;
    })
    .filter((body) => Object.keys(body).length > 0);

function pathOf({ template, table }: FuzzOperation): fc.Arbitrary<TargetPart[]> {
  const entry = entryIn(template);
  if (entry !== undefined) return pathOfEntry(template, entry);
  const kind = kindOfTable(table)!;
  const pieces = template.split(/\{(\w+)\}/);
  return fc.tuple(
    ...pieces.map((piece, i): fc.Arbitrary<TargetPart> => {
      if (i % 2 === 0) return fc.constant(piece);
      if (piece !== 'external_id') return rowReference(kindOfField(piece)!);
      const fresh = externalId()
        .filter((id) => id !== '.' && id !== '..')
        .map((id) => encodeURIComponent(id));
      return fc.oneof(rowReference(kind, 'external_id'), fresh);
    }),
  );
}

/** The entry is one of the order's. */
const pathOfEntry = (template: string, kind: EntryKind): fc.Arbitrary<TargetPart[]> =>
  rowReference(kind).map(({ pick }) =>
    template
      .split(/\{(\w+)\}/)
      .map((piece, i) =>
        i % 2 === 0 ? piece : new RowReference(kind, piece === 'order_id' ? 'order_id' : 'id', pick),
      ),
  );

function headersOf(operation: FuzzOperation): fc.Arbitrary<HeaderPair[]> {
  const choices: Readonly<Record<string, fc.Arbitrary<HeaderPair[]>>> = {
    'If-Match': sometimes('If-Match', fc.constantFrom('CURRENT_ETAG', 'CURRENT_ETAG', '*')),
    'If-None-Match': sometimes('If-None-Match', fc.constant('CURRENT_ETAG')),
    'Idempotency-Key': sometimes('Idempotency-Key', fc.uuid()),
    'Consistency-Token': sometimes(
      'Consistency-Token',
      fc.constantFrom('0'.repeat(46), 'f'.repeat(46), 'v2'),
    ),
  };
  const accepts = sometimes('Accept', fc.constantFrom(...acceptsOf(operation)));
  return fc
    .tuple(accepts, ...operation.headerNames.map((name) => choices[name]!))
    .map((lists) => lists.flat());
}

function acceptsOf(operation: FuzzOperation): readonly string[] {
  if (!isExport(operation)) return ACCEPTS;
  return operation.media.includes('application/json') ? REPORT_ACCEPTS : EXPORT_ACCEPTS;
}

const sometimes = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<HeaderPair[]> =>
  fc.oneof(
    { arbitrary: fc.constant<HeaderPair[]>([]), weight: 3 },
    { arbitrary: values.map((value): HeaderPair[] => [[name, value]]), weight: 1 },
  );
