import pg from 'pg';
import { type ConnectionInside, type Message, Parser } from './pg-inside.ts';

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

const DATA_ROW = 'D'.charCodeAt(0);

/** Reads some columns of the rows as byte strings; see byte-string.ts. */
class ByteParser extends Parser {
  /** By the column's number; undefined while all columns are text. */
  byteColumns: readonly boolean[] | undefined;

  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message {
    if (code !== DATA_ROW || !this.byteColumns) return super.handlePacket(offset, code, length, bytes);
    const fields = fieldsOf(bytes, offset, this.byteColumns);
    return { name: 'dataRow', length, fields } as Message;
  }
}

/** A row is the number of its columns, and for each its length and its bytes; the length of null is -1. */
function fieldsOf(bytes: Buffer, offset: number, byteColumns: readonly boolean[]): (string | null)[] {
  const fields = new Array<string | null>(bytes.readUInt16BE(offset));
  let at = offset + 2;
  for (let i = 0; i < fields.length; i += 1) {
    const length = bytes.readInt32BE(at);
    const start = at + 4;
    at = start + Math.max(length, 0);
    if (length === -1) fields[i] = null;
    else fields[i] = byteColumns[i] ? bytes.toString('latin1', start, at) : bytes.toString('utf8', start, at);
  }
  return fields;
}

const parsers = new WeakMap<ConnectionInside, ByteParser>();

/** Has a Connection of pg's, before it connects, read by a parser that can leave columns as bytes. */
export function readByByteParser(connection: ConnectionInside): void {
  // biome-ignore lint/plugin: once per connection.
  connection.attachListeners = (stream) => {
    const parser = new ByteParser();
    parsers.set(connection, parser);
    const emit = (message: Message): void => {
      if (connection._emitMessage) connection.emit('message', message);
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    };
    stream.on('data', (chunk: Buffer) => parser.parse(chunk, emit));
  };
}

/** For the rows that come next on the connection. */
export function setByteColumns(connection: ConnectionInside, columns: readonly boolean[] | undefined): void {
  parsers.get(connection)!.byteColumns = columns;
}
