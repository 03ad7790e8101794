import { headOf } from './raw-transport.ts';
import type { RoundTrip } from './round-trip.ts';
import { describeWrites } from './write-log.ts';

const MOST_SHOWN = 2_500;

const cut = (text: string): string =>
  text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`;

/** Escapes unprintable characters, so that the text can be copied. */
const visible = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the ones to escape
  text.replaceAll(/[\0-\x09\x0b-\x1f\x7f-\xff]/g, (character) =>
    character === '\r' ? '' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

const withoutKey = (text: string): string => text.replaceAll(/tp_[0-9A-Za-z]+/gi, 'tp_KEY');

/** A request and its response as text from which the request can be repeated. The key is masked. */
export function describeExchange({ request, wire, bytes, response, writes, violations }: RoundTrip): string {
  const sent = bytes ? Buffer.from(bytes).toString('latin1') : headOf(wire) + bodyOf(wire.body);
  const causes = [...request.mistakes, ...(request.protocolForm ? [`form: ${request.protocolForm}`] : [])];
  const lines = [
    `${request.operationId} over ${bytes ? 'a raw socket' : 'the SDK'}, ${causes.length > 0 ? `mistakes: ${causes.join('; ')}` : 'allowed by the contract'}`,
    ...violations.map((violation) => `  - ${violation}`),
    '>>>',
    cut(withoutKey(visible(sent))),
    '<<<',
    response
      ? `${response.status}\n${headerLines(response.headers)}\n\n${cut(response.body)}`
      : '(no response)',
    `(written: ${describeWrites(writes) || 'nothing'})`,
  ];
  return lines.join('\n');
}

const bodyOf = (body: Uint8Array | undefined): string => (body ? Buffer.from(body).toString('latin1') : '');

const headerLines = (headers: Headers): string =>
  [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
