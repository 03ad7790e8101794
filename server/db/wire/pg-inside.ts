import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';

/*
 * What we use of pg that its types lack. None of it is promised, so each member has a test that says what we rely on
 * (test/server/database/wire.test.ts). Why we use it: docs/decisions/wire.md.
 */

/** A message of PostgreSQL's, as pg's Connection emits it. */
export interface Message {
  readonly name: string;
  readonly length: number;
}

/** Of a row's description. */
export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** pg's Connection: what a Client reads from and writes to. */
export interface ConnectionInside {
  readonly stream: Duplex;
  /** What the server has prepared, and what it was asked to prepare. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(values: { readonly statement: string; readonly values: readonly (string | null)[] }): void;
  describe(portal: { readonly type: 'P' }): void;
  execute(portal: object): void;
  sync(): void;
  attachListeners(stream: Duplex): void;
  readonly _emitMessage: boolean;
  emit(event: string, message: Message): void;
}

interface ParserInside {
  parse(chunk: Buffer, onMessage: (message: Message) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
}

// pg has no way to say how a column is decoded. Its own copy of the protocol's parser has a method per message.
const requireOfPg = createRequire(createRequire(import.meta.url).resolve('pg'));
export const { Parser } = requireOfPg('pg-protocol/dist/parser') as { Parser: new () => ParserInside };
