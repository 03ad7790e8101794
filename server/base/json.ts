import type { ByteString } from './byte-string.ts';

declare const jsonOf: unique symbol;
/** The JSON text of a T, as stored and sent. It comes from PostgreSQL, or from code with an explicit cast. */
export type JsonText<T> = string & { readonly [jsonOf]: T };

/** The JSON of a T as UTF-8, sent as it is. */
export class JsonBytes<T> {
  declare readonly [jsonOf]: T;
  readonly bytes: ByteString;

  constructor(bytes: ByteString) {
    this.bytes = bytes;
  }
}

/** A page of a list as the JSON of `{data, page}`. An export sends its rows. */
export class JsonPage<T> extends JsonBytes<T> {
  readonly rows: readonly ByteString[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;

  constructor(rows: readonly ByteString[], nextCursor: string | null, hasMore = nextCursor !== null) {
    // Concatenated, because join would copy the page once more than sending it does.
    let data = '';
    for (let i = 0; i < rows.length; i += 1) data += (i === 0 ? '' : ',') + rows[i]!;
    const cursor = nextCursor === null ? 'null' : `"${nextCursor}"`;
    super(`{"data":[${data}],"page":{"next_cursor":${cursor},"has_more":${hasMore}}}` as ByteString);
    this.rows = rows;
    this.nextCursor = nextCursor;
    this.hasMore = hasMore;
  }
}
