import { StringDecoder } from 'node:string_decoder';

/** As specified: the first KB of the response body is stored. */
export const MAX_BODY_BYTES = 1024;

/**
 * The body as text for PostgreSQL: U+FFFD for bytes that aren't UTF-8, no NUL, and cut between characters. Cut a second time
 * where U+FFFD, which has three bytes, made it longer again.
 */
export function storedText(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const text = truncateUtf8(bytes).replaceAll('\0', '');
  return Buffer.byteLength(text) <= MAX_BODY_BYTES ? text : truncateUtf8(Buffer.from(text));
}

/** Leaves out a character that the cut divides. One that the endpoint cut off becomes U+FFFD. */
function truncateUtf8(bytes: Buffer): string {
  if (bytes.length <= MAX_BODY_BYTES) return bytes.toString();
  return new StringDecoder('utf8').write(bytes.subarray(0, MAX_BODY_BYTES));
}
