import type { Fields, Row, Table } from './table.ts';

/** A field that has the id of another row. */
export interface Reference {
  /** `category_id`; a body may have `category_external_id` in its place. */
  readonly field: string;
  readonly table: Table;
}

/** What differs between the resources with all shared operations. */
export interface Resource {
  /** `Product` stands for createProduct, getProduct … */
  readonly name: string;
  readonly table: Table;
  readonly filters: Readonly<Record<string, (row: Fields, wanted: never) => boolean>>;
  readonly reference?: Reference;
  /** The kinds of its events begin with it: `product`. */
  readonly events?: 'product' | 'customer';
  /** The field by which a batch may find rows, beside external_id. */
  readonly match?: string;
  /** The fields of a new row, or throws what refuses it. */
  creation(body: Fields): Fields;
  /** What a change writes, or throws what refuses it. */
  changes(row: Row, body: Fields): Fields;
  /** Throws what forbids to delete the row. */
  requireUnused(row: Row): void;
  /** After it was inserted, changed or deleted. */
  wrote?(row: Row, body: Fields): void;
  /** As it's returned, and the part of its ETag that isn't the version. */
  shown?(row: Row): { readonly document: Fields; readonly part: string };
}
