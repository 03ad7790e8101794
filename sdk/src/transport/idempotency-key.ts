import { ConfigurationError } from '../errors/tradepost-error.ts';
import { checkText } from './check-options.ts';

/** The API's `Idempotency-Key`. */
const MAX_LENGTH = 255;
const KEY = /^[!-~]{1,255}$/;

export const checkIdempotencyKey = (key: unknown): string =>
  checkText('idempotencyKey', key, KEY, 'Make one of any text with idempotencyKeyOf().');

/**
 * An `idempotencyKey` from any text, such as an id of your own system: `await idempotencyKeyOf('import Pedido nº 3003')` is
 * `import%20Pedido%20n%C2%BA%203003`. The same text has the same key, always and everywhere, and two texts never have one.
 * A text without blanks, `%` and characters outside of ASCII is its own key. If the key would have more than 255 characters,
 * it's a SHA-256. Rejects with a ConfigurationError if the text is empty or isn't one.
 */
export async function idempotencyKeyOf(text: string): Promise<string> {
  if (typeof text !== 'string' || text === '')
    throw new ConfigurationError("idempotencyKeyOf() got an empty text, or what isn't a text.");
  const key = text.replace(/[^!-$&-~]/gu, encoded);
  if (key.length <= MAX_LENGTH) return key;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  // No other key has `%s`: an escape begins with a hexadecimal digit, or with u.
  return `%sha256-${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Percent-encoded. Half of a surrogate pair has no UTF-8, so it's written as `%uD800`. */
const encoded = (character: string): string =>
  /\p{Cs}/u.test(character)
    ? `%u${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character);
