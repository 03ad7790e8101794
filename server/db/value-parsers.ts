import pg from 'pg';

const { BOOL, BYTEA, INT2, INT4, FLOAT8, INT8 } = pg.types.builtins;
/** pg's names for these array types are missing from its builtins. */
const TEXT_ARRAY = 1009;
const INT4_ARRAY = 1007;
const PARSED = new Set<number>([BOOL, BYTEA, INT2, INT4, FLOAT8, TEXT_ARRAY, INT4_ARRAY]);

const asText = (value: string): string => value;

/**
 * Booleans, bytes, integers and arrays become JavaScript values; int8 becomes a number, since no count or id here
 * passes 2^53. All else stays PostgreSQL's text: numeric must not meet floating point, json is handed on as it is, and
 * parsing dates was 9 % of a listing's time.
 */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    return PARSED.has(oid) ? pg.types.getTypeParser(oid, format as 'text') : asText;
  },
};
