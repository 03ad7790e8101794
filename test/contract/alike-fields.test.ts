import { expect, it } from 'vitest';
import { bundle } from '../../server/base/contract.ts';

// A field is read alike wherever it is sent: what one operation trims or refuses, no other stores as it is.

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

const schemas = bundle.components.schemas as unknown as Readonly<Record<string, Schema>>;
const resolved = (node: Schema): Schema =>
  node.$ref === undefined ? node : schemas[node.$ref.split('/').at(-1)!]!;

/** What names alone don't tell apart: what the row is or what it names, and things of other kinds. */
const APART: Readonly<Record<string, readonly string[]>> = {
  external_id: ['external-id', 'none'],
  description: ['none', 'prose'],
  method: ['trimmed', 'trimmed \\S'],
  reason: ['\\S', 'prose'],
  number: ['document-number', 'none'],
  sku: ['sku \\S', 'sku-reference'],
};

/** How the texts of all request bodies are read, by the names of their fields. */
function readingOf(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const seen = new Set<Schema>();
  const add = (name: string, { type, enum: values, format = '', pattern = '' }: Schema): void => {
    if (values || ![type].flat().includes('string')) return;
    const readings = found.get(name) ?? new Set();
    found.set(name, readings.add(`${format} ${pattern}`.trim() || 'none'));
  };
  const walk = (node: Schema): void => {
    const schema = resolved(node);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      add(name, resolved(field));
      walk(field);
    }
    const { items, allOf = [], oneOf = [], 'x-row': row } = schema as Readonly<Record<string, Schema[]>>;
    for (const part of [items, row, ...allOf, ...oneOf].flat()) if (part) walk(part);
  };
  for (const item of Object.values(bundle.paths))
    for (const operation of Object.values(item) as { requestBody?: { content: object } }[])
      for (const media of Object.values(operation?.requestBody?.content ?? {})) walk(media.schema as Schema);
  return found;
}

it('reads the fields of one name alike in all requests', () => {
  const readings = readingOf();
  expect(readings.size).toBeGreaterThan(30);
  const several = [...readings].flatMap(([name, each]) => (each.size > 1 ? [[name, [...each].sort()]] : []));
  expect(Object.fromEntries(several)).toEqual(APART);
});

/** By a schema of the import: what it is in the ordinary operation. */
const SIBLINGS = {
  OrderImportItem: 'OrderCreate',
  OrderImportLine: 'OrderItemCreate',
  OrderImportPayment: 'PaymentCreate',
  OrderImportRefund: 'RefundCreate',
  OrderImportReturn: 'ReturnCreate',
  OrderImportDeliveryAttempt: 'DeliveryAttemptCreate',
  OrderImportStatusChange: 'OrderStatusSet',
} as const;
const KEYWORDS = ['format', 'pattern', 'minLength', 'maxLength', 'enum', 'multipleOf', 'exclusiveMinimum'];

it.each(Object.entries(SIBLINGS))('reads the fields of %s as %s does', (imported, ordinary) => {
  const fieldsOf = (name: string) => schemas[name]!.properties!;
  const rulesOf = (field: Schema) => {
    const rules = resolved(field);
    // Where null is allowed, an empty text is null and has no least length.
    const least = rules.format === 'external-id' ? undefined : rules.minLength;
    return KEYWORDS.map((keyword) => (keyword === 'minLength' ? least : rules[keyword]));
  };
  const isTime = (field: Schema) => resolved(field).format === 'date-time';
  const shared = Object.entries(fieldsOf(imported)).filter(
    ([name, field]) => name in fieldsOf(ordinary) && !isTime(field),
  );
  const rules = (name: string) =>
    Object.fromEntries(shared.map(([field]) => [field, rulesOf(fieldsOf(name)[field]!)]));
  expect(shared.length).toBeGreaterThan(1);
  expect(rules(imported)).toEqual(rules(ordinary));
});
