import { StringDecoder } from 'node:string_decoder';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** As specified: the first KB of the response body is stored. */
export const MAX_BODY_BYTES = 1024;

/** Of what is decoded, no more than this is in memory at once, whatever a kilobyte would grow to. */
const BOUNDED = { chunkSize: MAX_BODY_BYTES, highWaterMark: MAX_BODY_BYTES };
const DECODERS: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', () => createGunzip(BOUNDED)],
  ['x-gzip', () => createGunzip(BOUNDED)],
  ['deflate', () => createInflate(BOUNDED)],
  ['br', () => createBrotliDecompress(BOUNDED)],
]);

/** How a response says that its body is to be read. */
export interface BodyForm {
  readonly encoding: string;
  readonly contentType: string;
}

/** The body as text for PostgreSQL. A promise only if it has to be decompressed: nearly none has. */
export function storedText(chunks: readonly Buffer[], form: BodyForm): string | Promise<string> {
  if (chunks.length === 0) return '';
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const decoder = DECODERS.get(form.encoding.trim().toLowerCase())?.();
  if (decoder === undefined) return textOf(bytes, form.contentType);
  return decompressed(decoder, bytes).then((plain) => textOf(plain, form.contentType));
}

/** As much of the beginning as fits. What isn't encoded as its header says is left as it came. */
async function decompressed(decoder: ReturnType<typeof createGunzip>, bytes: Buffer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  decoder.end(bytes);
  try {
    for await (const chunk of decoder) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BODY_BYTES) break;
    }
  } catch {
    // Reading stops at 1 KB, so the end is often missing.
  }
  return chunks.length === 0 ? bytes : Buffer.concat(chunks);
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** U+FFFD for bytes that aren't text, no NUL, and cut between characters: twice, where the text became longer than its bytes. */
function textOf(bytes: Buffer, contentType: string): string {
  const decoded = decodeAs(CHARSET.exec(contentType)?.[1], bytes, /^text\//i.test(contentType));
  const text = decoded.replaceAll('\0', '');
  return Buffer.byteLength(text) <= MAX_BODY_BYTES ? text : truncateUtf8(Buffer.from(text));
}

/** Text without a charset was Latin-1 once (RFC 2616, 3.7.1), and servers from that time are still there. */
function decodeAs(charset: string | undefined, bytes: Buffer, isText: boolean): string {
  const label = charset ?? (isText && !isUtf8Prefix(bytes) ? 'latin1' : 'utf-8');
  if (/^utf-?8$/i.test(label)) return truncateUtf8(bytes);
  try {
    const first = bytes.subarray(0, MAX_BODY_BYTES);
    return new TextDecoder(label).decode(first, { stream: bytes.length > MAX_BODY_BYTES });
  } catch {
    return truncateUtf8(bytes); // no charset that we know
  }
}

const isUtf8Prefix = (bytes: Buffer): boolean => !truncateUtf8(bytes).includes('\uFFFD');

/** Leaves out a character that the cut divides. One that the endpoint cut off becomes U+FFFD. */
function truncateUtf8(bytes: Buffer): string {
  if (bytes.length <= MAX_BODY_BYTES) return bytes.toString();
  return new StringDecoder('utf8').write(bytes.subarray(0, MAX_BODY_BYTES));
}
