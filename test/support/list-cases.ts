import { contractOperations, type Operation, type Parameter } from '../../server/base/contract.ts';
import { ACCESS_KEYS } from './large-shop-rows.ts';

type Row = Readonly<Record<string, unknown>>;
interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
}

/** All lists of the contract, so a new one is tested without a change here. */
export const listOperations: readonly Operation[] = contractOperations.filter(
  ({ method, parameters }) => method === 'get' && parameters.some(({ name }) => name === 'cursor'),
);

const NOT_FILTERS: readonly string[] = [
  ...['limit', 'cursor', 'sort', 'include_deleted'],
  // The form of an export.
  ...['fields', 'dialect', 'formulas'],
];
/** The event feed has one order, and no parameter for it. */
const FEED_SORTS = ['position'];

export const sortsOf = ({ parameters }: Operation): readonly string[] =>
  (parameters.find(({ name }) => name === 'sort')?.schema as Schema | undefined)?.enum ?? FEED_SORTS;
export const reversed = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`);

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const isTime = ({ format }: Schema): boolean => format === 'date-time';

/** What names rows of large-shop-rows.ts in filters, without its number. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ category_external_id: 'C', parent_external_id: 'C', customer_external_id: 'K' },
  ...{ order_external_id: 'O', product_external_id: 'P', sku: 'SKU', price_table_external_id: 'T' },
  ...{ promotion_external_id: 'M', salesperson_external_id: 'V', reference: 'R' },
};

/** Values that many rows have, few rows have, and no row has; see large-shop-rows.ts. */
function valuesOf({ name, schema }: Parameter, sample: Row): unknown[] {
  const { type, enum: words, items } = schema as Schema;
  if (words) return [...words];
  // The validator has split them.
  if (items?.enum) return [...items.enum.map((word) => [word]), items.enum.slice(0, 2)];
  if (type === 'integer') return [1, 2, 3];
  if (isTime(schema as Schema)) return [daysAgo(10_000), daysAgo(30), daysAgo(0)];
  const prefix =
    NAMED[name] ??
    (sample.sku !== undefined && sample.on_hand !== undefined && name === 'external_id' && 'P');
  if (prefix) return [`${prefix}-1`, `${prefix}-2`, 'nobody'];
  if (name === 'access_key') return [...ACCESS_KEYS];
  if (name === 'customer_tax_id') return ['1', '2'].map((digit) => digit.padStart(11, '0'));
  if (sample[name] === undefined) throw new Error(`The listed rows have no ${name} to filter by.`);
  return [sample[name]];
}

export interface FilterCase {
  readonly query: Row;
  /** It filters by a time range, whose number of rows isn't bounded. */
  readonly isSpan: boolean;
}

/** No filter, and each filter alone with each of its values; all of them with and without deleted rows. */
export function filterCasesOf(list: Operation, sample: Row): FilterCase[] {
  const filters = list.parameters.filter(
    ({ name, in: place }) => place === 'query' && !NOT_FILTERS.includes(name),
  );
  const alone = filters.flatMap((one) =>
    valuesOf(one, sample).map((value) => ({
      query: { [one.name]: value },
      isSpan: isTime(one.schema as Schema),
    })),
  );
  const live = [{ query: {}, isSpan: false }, ...alone];
  const hasDeleted = list.parameters.some(({ name }) => name === 'include_deleted');
  return live.flatMap((one) =>
    hasDeleted ? [one, { ...one, query: { ...one.query, include_deleted: true } }] : [one],
  );
}

/** External ids of large-shop-rows.ts, by the collection. */
const EXTERNAL_IDS: Readonly<Record<string, string>> = {
  ...{ products: 'P-7', categories: 'C-7', customers: 'K-7' },
  ...{ 'price-tables': 'T-7', promotions: 'M-7', coupons: 'V-7' },
};

/** Path parameters: 1 is the parent with the most rows. */
export const pathOf = ({ path, parameters }: Operation): Record<string, number | string> => {
  const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const sampleOf = (name: string) => (name === 'external_id' ? EXTERNAL_IDS[path.split('/')[1]!]! : 1);
  return Object.fromEntries(named.map((name) => [name, sampleOf(name)]));
};
