/**
 * How often the shape of each table's stored document has changed. The number is in the ETag, so that a client that has
 * an older shape gets the new one and not 304. Raise it in the commit that changes what the document shows;
 * test/contract/document-revisions.test.ts fails if you forget. Why: docs/decisions/document-revision.md.
 */
export const DOCUMENT_REVISIONS = {
  categories: 1,
  products: 1,
  customers: 1,
  price_tables: 1,
  promotions: 1,
  coupons: 1,
  orders: 1,
} as const satisfies Readonly<Record<string, number>>;
