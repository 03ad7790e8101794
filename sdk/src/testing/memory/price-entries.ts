import { invalidReferences, invalidRequest, productFinder, referenceIssue } from '../service-rules.js';
import { equals, type Listing } from './pages.ts';
import type { Fields, Row, Table } from './table.ts';

interface Entry {
  readonly product_id: number;
  readonly min_quantity: number;
  readonly price: number;
}

type EntrySet = Omit<Entry, 'price'> & { readonly price: number | null };

/** The entries of price tables. */
export class PriceEntries {
  readonly #byTable = new Map<number, Entry[]>();
  readonly #products: Table;

  constructor(products: Table) {
    this.#products = products;
  }

  /** Those of a product, as the service's rules take them. */
  of(productId: number): [tableId: number, minQuantity: number, price: number][] {
    return [...this.#byTable].flatMap(([id, entries]) =>
      entries
        .filter(({ product_id }) => product_id === productId)
        .map(({ min_quantity, price }): [number, number, number] => [id, min_quantity, price]),
    );
  }

  /** All or none. */
  set(table: Row, given: readonly Fields[]): object {
    if (table.kind !== 'fixed')
      throw invalidRequest([
        { pointer: '#/entries', code: 'kind', detail: 'a percentage table has no entries' },
      ]);
    const sets = this.#withProducts(given);
    requireDistinct(sets);
    const others = this.#entriesOf(table).filter((each) => !sets.some((set) => isSameEntry(set, each)));
    const priced = sets.filter((set): set is Entry => set.price !== null);
    const removed = this.#entriesOf(table).filter((each) =>
      sets.some((set) => set.price === null && isSameEntry(set, each)),
    );
    this.#byTable.set(table.id, [...others, ...priced]);
    return { set: priced.length, removed: removed.length };
  }

  listing(table: Row): Listing {
    return {
      operation: 'listPriceTableEntries',
      rows: this.#entriesOf(table).map((entry) => {
        const { external_id = null, sku } = this.#products.rows.find(({ id }) => id === entry.product_id)!;
        return { ...entry, product_external_id: external_id, sku };
      }),
      filters: { product_id: equals('product_id') },
      id: 'min_quantity',
      sorts: ['product_id'],
    };
  }

  #entriesOf({ id }: Row): Entry[] {
    return this.#byTable.get(id) ?? [];
  }

  #withProducts(given: readonly Fields[]): EntrySet[] {
    const find = productFinder(this.#products.live);
    const found = given.map((entry) => find(entry) as Row | undefined);
    const missing = given.flatMap((entry, at) =>
      found[at] ? [] : [referenceIssue(`#/entries/${at}`, entry)],
    );
    if (missing.length > 0) throw invalidReferences(missing);
    return given.map(({ min_quantity = 0, price }, at) => ({
      product_id: found[at]!.id,
      min_quantity: min_quantity as number,
      price: price as number | null,
    }));
  }
}

const isSameEntry = (one: Omit<Entry, 'price'>, other: Omit<Entry, 'price'>): boolean =>
  one.product_id === other.product_id && one.min_quantity === other.min_quantity;

function requireDistinct(sets: readonly EntrySet[]): void {
  const issues = sets.flatMap((set, index) => {
    const isRepeated = sets.findIndex((other) => isSameEntry(set, other)) < index;
    return isRepeated
      ? [{ pointer: `#/entries/${index}`, code: 'repeated', detail: 'repeats a product and min_quantity' }]
      : [];
  });
  if (issues.length > 0) throw invalidRequest(issues);
}
