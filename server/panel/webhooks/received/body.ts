import { headerOf } from '../../../webhooks/send/meaning/kind.ts';
import { MAX_BODY_BYTES } from '../../../webhooks/send/stored-body.ts';
import { visibleText } from '../../kit/index.ts';
import { indentJson } from './json.tsx';

/** What is kept of a response. */
export interface KeptResponse {
  readonly responseStatus: number | null;
  readonly responseHeaders: string | null;
  readonly responseBody: string | null;
}

/** The body as people can read it. `html`: its text, and its title if it has one. */
export interface ReadableBody {
  readonly kind: 'empty' | 'binary' | 'json' | 'html' | 'text';
  readonly text: string;
  readonly title?: string | undefined;
  readonly isCut: boolean;
}

const BINARY = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip|x-protobuf|grpc)/i;
/** Of a character that can't be bytes of text, this share. */
const MAX_UNREADABLE = 0.1;

export function readBody(response: KeptResponse): ReadableBody {
  const { responseBody } = response;
  const type = headerOf(response, 'content-type') ?? '';
  const isCut = isBodyCut(response);
  if (!responseBody) return { kind: 'empty', text: '', isCut: false };
  const unreadable = responseBody.split('\uFFFD').length - 1;
  if (BINARY.test(type) || unreadable > responseBody.length * MAX_UNREADABLE)
    return { kind: 'binary', text: '', isCut };
  if (/^(text\/html|application\/xhtml)/i.test(type) || /^\s*<(!doctype html|html)\b/i.test(responseBody))
    return { kind: 'html', text: textOf(responseBody), title: titleOf(responseBody), isCut };
  const json = indentJson(responseBody, isCut);
  return { kind: json === undefined ? 'text' : 'json', text: visibleText(json ?? responseBody), isCut };
}

/** A response without a length fills the kilobyte, but for the character that the cut would divide. */
function isBodyCut(response: KeptResponse): boolean {
  const bytes = Buffer.byteLength(response.responseBody ?? '');
  const length = headerOf(response, 'content-length');
  if (length !== undefined && headerOf(response, 'content-encoding') === undefined)
    return Number(length) > bytes;
  return bytes > MAX_BODY_BYTES - 4;
}

const titleOf = (html: string): string | undefined =>
  visibleText(unescaped(/<title\b[^>]*>([^<]*)/i.exec(html)?.[1] ?? '')).trim() || undefined;

/** What a reader would see of a page, a line for each block. */
const textOf = (html: string): string =>
  visibleText(
    unescaped(
      html
        .replaceAll(/<!--.*?(-->|$)|<(head|script|style)\b.*?(<\/\2\s*>|$)/gis, ' ')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/<\/?(p|div|br|hr|h\d|li|tr|center|section|pre)\b[^>]*>/gi, '\n')
        .replaceAll(/<[^>]*(>|$)/g, ''),
    ).replaceAll(/ *\n\s*/g, '\n'),
  ).trim();

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const unescaped = (text: string): string =>
  text
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
