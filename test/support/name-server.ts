import dgram from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Type = 'A' | 'AAAA' | 'CNAME';
const TYPES: Readonly<Record<Type, number>> = { A: 1, CNAME: 5, AAAA: 28 };

export interface DnsRecord {
  readonly type: Type;
  /** An address, or the target of a CNAME. The records after a CNAME belong to its target. */
  readonly value: string;
}

/** The records of this type (possibly none), or what the server does instead. */
export type DnsAnswer = readonly DnsRecord[] | 'unknown name' | 'silence';

export interface Question {
  readonly name: string;
  readonly type: Type | 'other';
}

export interface NameServer {
  /** In the format of the resolver's `servers`. */
  readonly address: string;
  readonly asked: Question[];
}

const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;
const RECURSIVE_ANSWER = 0x8180;

export const a = (...addresses: string[]): DnsRecord[] => addresses.map((value) => ({ type: 'A', value }));
export const aaaa = (...addresses: string[]): DnsRecord[] =>
  addresses.map((value) => ({ type: 'AAAA', value }));

/** A DNS server on loopback for one test, which answers each question with `answer`. */
export async function useNameServer(answer: (question: Question) => DnsAnswer): Promise<NameServer> {
  const socket = dgram.createSocket('udp4');
  const asked: Question[] = [];
  socket.on('message', (query, { port, address }) => {
    const question = questionOf(query);
    asked.push(question);
    const answered = answer(question);
    if (answered !== 'silence') socket.send(replyTo(query, question, answered), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, asked };
}

/** The offset after the question's name, which ends with an empty label. */
function endOfName(query: Buffer): number {
  let at = HEADER_BYTES;
  while (query[at] !== 0) at += query[at]! + 1;
  return at + 1;
}

function questionOf(query: Buffer): Question {
  const labels: string[] = [];
  for (let at = HEADER_BYTES; query[at] !== 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  const number = query.readUInt16BE(endOfName(query));
  const type = (Object.keys(TYPES) as Type[]).find((known) => TYPES[known] === number) ?? 'other';
  return { name: labels.join('.'), type };
}

function replyTo(query: Buffer, { name }: Question, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const records = answer === 'unknown name' ? [] : answer;
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(RECURSIVE_ANSWER | (answer === 'unknown name' ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8); // no authority records, and no EDNS although the query has it
  let owner = name;
  const encoded = records.map((record) => {
    const bytes = encode(owner, record);
    if (record.type === 'CNAME') owner = record.value;
    return bytes;
  });
  return Buffer.concat([header, query.subarray(HEADER_BYTES, endOfName(query) + 4), ...encoded]);
}

function encode(owner: string, { type, value }: DnsRecord): Buffer {
  const data = type === 'CNAME' ? encodeName(value) : encodeAddress(value);
  const fixed = Buffer.alloc(10); // type, class, time to live 0, length of the data
  fixed.writeUInt16BE(TYPES[type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(owner), fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.of(0)]);
}

function encodeAddress(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [before, after] = address.split('::').map((half) => half.split(':').filter(Boolean)) as string[][];
  const zeros = Array.from({ length: 8 - before!.length - (after?.length ?? 0) }, () => '0');
  return Buffer.from(
    [...before!, ...zeros, ...(after ?? [])].map((part) => part.padStart(4, '0')).join(''),
    'hex',
  );
}
