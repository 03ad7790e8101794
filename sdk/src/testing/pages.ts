const DEFAULT_LIMIT = 50;

interface PageQuery {
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
}

/** Serves rows in pages, as a list does: `fake.on('listProducts', pages([…]))`. Filters and sorts are ignored. */
export const pages =
  <Row>(rows: readonly Row[]) =>
  ({ query: { limit = DEFAULT_LIMIT, cursor = '0' } }: PageQuery) => {
    const end = Number(cursor) + limit;
    const has_more = end < rows.length;
    const page = { next_cursor: has_more ? String(end) : null, has_more };
    return { body: { data: rows.slice(Number(cursor), end), page } };
  };

/** Serves events, each once: `fake.on('listEvents', feed([…]))`. The array may grow while the test runs. */
export const feed =
  <Event>(events: readonly Event[]) =>
  ({ query: { limit = DEFAULT_LIMIT, cursor = '0' } }: PageQuery) => {
    const end = Math.min(Number(cursor) + limit, events.length);
    const page = { next_cursor: String(end), has_more: end < events.length };
    return { body: { data: events.slice(Number(cursor), end), page } };
  };
