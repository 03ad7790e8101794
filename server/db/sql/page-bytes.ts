/**
 * A page ends before the row with which its documents would have more bytes: 20 kB a row on a page of 200. An order of 500 lines can
 * have 440 kB, so without this bound a page had 67 MB, and a few at once kept all tenants waiting. See docs/decisions/pages-in-bytes.md.
 */
export const MAX_PAGE_BYTES = 4_000_000;

/** How many bytes a page may have. */
export interface PageBytes {
  readonly most: number;
  /** Whether the page before it was cut short. Then this one most likely will be, so the statement that adds up runs at once. */
  readonly expectLarge: boolean;
}
export const ANY_PAGE: PageBytes = { most: MAX_PAGE_BYTES, expectLarge: false };

/** The most bytes that each of this many rows may have without a look at the others. */
export const rowBytes = ({ most }: PageBytes, rows: number): number => Math.floor(most / rows);

/**
 * SQL for a row's text; null if it has more bytes. octet_length() knows the size of a TOASTed text without reading it, so this
 * costs 20 ns a row, where a sum over the rows takes another node of the plan.
 */
export const unlessLarger = (most: string, stored: string, text: string = stored): string =>
  `CASE WHEN octet_length(${stored}) <= ${most} THEN ${text} END`;

/** SQL for whether a row still fits into `:page_bytes`, for which `bytes` of all rows up to it count. The first one always does. */
export const fitsOnPage = (bytes: string): string =>
  `(sum(${bytes}) OVER so_far <= :page_bytes::int OR row_number() OVER so_far = 1)`;
/** It keeps the order in which the rows come. */
export const SO_FAR = 'WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)';
