import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';

/** A message of PostgreSQL's, as pg's Connection emits it. */
interface Message {
  readonly name: string;
  readonly length: number;
}

/** pg-protocol's, whose types have handlePacket as private. */
interface Parser {
  parse(chunk: Buffer, onMessage: (message: Message) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
}

/** The part of pg's Connection that reads from the server. pg's types lack it. */
interface Wire {
  attachListeners(stream: Readable): void;
  _emitMessage: boolean;
  emit(event: string, message: Message): void;
}

// pg has no way to say how a column is decoded. Its own copy of the protocol's parser has a method per message.
const requireOfPg = createRequire(createRequire(import.meta.url).resolve('pg'));
const { Parser } = requireOfPg('pg-protocol/dist/parser') as { Parser: new () => Parser };

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

const parsers = new WeakMap<object, ByteParser>();

/** Has a Connection of pg's, before it connects, read by a parser that can leave columns as bytes. */
export function readByByteParser(connection: object): void {
  const wire = connection as Wire;
  wire.attachListeners = (stream) => {
    const parser = new ByteParser();
    parsers.set(wire, parser);
    const emit = (message: Message): void => {
      if (wire._emitMessage) wire.emit('message', message);
      wire.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    };
    stream.on('data', (chunk: Buffer) => parser.parse(chunk, emit));
  };
}

/** For the rows that come next on the connection. */
export function setByteColumns(connection: object, columns: readonly boolean[] | undefined): void {
  parsers.get(connection)!.byteColumns = columns;
}
