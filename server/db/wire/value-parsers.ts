import pg from 'pg';

const { BOOL, BYTEA, INT2, INT4, FLOAT8, INT8 } = pg.types.builtins;
/** pg's builtins have no names for these array types. */
const TEXT_ARRAY = 1009;
const INT4_ARRAY = 1007;
const PARSED = new Set<number>([BOOL, BYTEA, INT2, INT4, FLOAT8, TEXT_ARRAY, INT4_ARRAY]);

const asText = (value: string): string => value;

/**
 * Booleans, bytes, integers and arrays become JavaScript values. int8 becomes a number, since no count or id here exceeds
 * 2^53. Everything else stays PostgreSQL's text: numeric must not become floating point, json is passed on as it is, and
 * parsing dates took 9 % of a list's time.
 */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    return PARSED.has(oid) ? pg.types.getTypeParser(oid, format as 'text') : asText;
  },
};
