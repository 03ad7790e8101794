import fc from 'fast-check';
import { MAX_DAYS } from '../../../server/trade/reports/report-range.ts';
import type { Parameter } from '../../contract-check/contract.ts';
import { type FlatSchema, flat, typesOf } from './flat-schema.ts';
import type { QueryPair, TargetPart } from './fuzz-request.ts';
import type { FuzzOperation } from './operations.ts';
import { kindOfField, kindOfTable, rowReference } from './row-references.ts';
import { validText } from './scalar-arbitraries.ts';

const MOST_ROWS = 50;
const DAY_MS = 86_400_000;
/** Characters that encodeURIComponent encodes, but clients that follow RFC 3986 don't, such as axios or curl. */
const RAW_IN_QUERY = /%(3A|2F|3F|40|2C|3B|24)/g;

type Encode = (text: string) => string;

/** The encodings of a value that clients use. */
const ENCODINGS: readonly Encode[] = [
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll(RAW_IN_QUERY, (escaped) => decodeURIComponent(escaped)),
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()),
];

/** A path takes these, for rows from before they were refused. A new row doesn't. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/** An external id. Never `.` or `..`, which every URL parser would resolve to another path. */
export const externalId = (): fc.Arbitrary<string> =>
  validText({ format: 'external-id', minLength: 1, maxLength: 100 }).filter(
    (id) => !/^\.\.?$/.test(id) && !INVISIBLE.test(id),
  );

/** A cursor comes from a page. Which columns and formats go with these, export-forms.test.ts knows. */
const NOT_GENERATED: readonly string[] = ['cursor', 'fields', 'dialect'];

/** Parameters of the operation, each at most once, the required ones always. */
export function queryPairs({ queryParameters, table }: FuzzOperation): fc.Arbitrary<QueryPair[]> {
  const named = queryParameters.filter(({ name }) => !NOT_GENERATED.includes(name));
  const pairs = named.map((parameter) => {
    const given = parameterValue(parameter, table).map((value): QueryPair[] => [[parameter.name, value]]);
    if (parameter.required) return given;
    return fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.constant<QueryPair[]>([]), weight: 4 },
      { arbitrary: given, weight: 1 },
    );
  });
  return fc.tuple(...pairs).map((lists) => withinRange(lists.flat()));
}

/** The days of a report: the last isn't before the first, nor years after it. */
function withinRange(pairs: QueryPair[]): QueryPair[] {
  const from = pairs.find(([name]) => name === 'start_date')?.[1];
  return pairs.map(([name, value]): QueryPair => {
    const isTo = name === 'end_date' && typeof from === 'string' && typeof value === 'string';
    const days = isTo ? (Date.parse(value) - Date.parse(from)) / DAY_MS : 0;
    return days < 0 || days >= MAX_DAYS ? [name, from!] : [name, value];
  });
}

function parameterValue({ name, schema }: Parameter, table: string): fc.Arbitrary<TargetPart> {
  const shape = flat(schema);
  const kind = kindOfField(name);
  if (kind) return rowReference(kind);
  const text = fc
    .tuple(textOf(shape, name), fc.constantFrom(...ENCODINGS))
    .map(([value, encode]) => encode(value));
  const field = (['sku', 'external_id', 'code'] as const).find((each) => each === name);
  const owner = field === 'sku' ? 'products' : kindOfTable(table);
  return field && owner ? fc.oneof(text, rowReference(owner, field)) : text;
}

function textOf(schema: FlatSchema, name: string): fc.Arbitrary<string> {
  if (name === 'time_zone') return fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Kathmandu');
  if (name === 'limit') return fc.integer({ min: 1, max: MOST_ROWS }).map(String);
  if (schema.enum) return fc.constantFrom(...schema.enum.map(String));
  if (schema.items)
    return fc.subarray([...flat(schema.items).enum!], { minLength: 1 }).map((values) => values.join(','));
  if (typesOf(schema).includes('boolean')) return fc.constantFrom('true', 'false');
  return validText({ ...schema, minLength: 1 });
}
