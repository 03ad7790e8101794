import type { IncomingHttpHeaders } from 'node:http';

const MAX_STORED_CHARACTERS = 1024;
const MAX_VALUE_CHARACTERS = 200;
/** Whose values are secrets between the endpoint and its clients. */
const SECRET = /^(set-cookie2?|authorization|proxy-authorization|authentication-info)$/;

/**
 * A response's headers as lines for the record, in the order in which they came but for `content-type`, which has to be there
 * when the rest doesn't fit. Values are cut, and secret ones aren't kept.
 */
export function storedHeaders(headers: IncomingHttpHeaders): string {
  const { 'content-type': contentType, ...rest } = headers;
  const lines = Object.entries({ ...(contentType && { 'content-type': contentType }), ...rest }).flatMap(
    ([name, values]) => [values].flat().map((value) => `${name}: ${SECRET.test(name) ? '…' : shown(value)}`),
  );
  let text = '';
  for (const line of lines) {
    if (text.length + line.length >= MAX_STORED_CHARACTERS) return `${text}…`;
    text += `${line}\n`;
  }
  return text.trimEnd();
}

/** Lines are ours, and PostgreSQL takes no NUL. */
function shown(value: string | undefined): string {
  const text = (value ?? '').replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').toWellFormed();
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}
