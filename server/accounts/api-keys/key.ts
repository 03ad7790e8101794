import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32; // 62^32 is more than 190 bits
const CHECK_CHARACTERS = 6; // 62^6 is more than the 32 bits of a CRC
const PREFIX_CHARACTERS = 11;
const KEY = /^tp_[0-9A-Za-z]{38}$/;

/** Returns an integer from 0 to max - 1, like crypto.randomInt. */
export type RandomInt = (max: number) => number;

function base62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62))
    text = ALPHABET[rest % 62] + text;
  return text;
}

const checkOf = (text: string): string => base62(crc32(text), CHECK_CHARACTERS);

export function randomText(length: number, randomInt: RandomInt): string {
  return Array.from({ length }, () => ALPHABET[randomInt(62)]).join('');
}

/** `tp_`, 32 random characters, and a CRC32 of all these in 6 characters. */
export function makeKey(randomInt: RandomInt): string {
  const text = `tp_${randomText(RANDOM_CHARACTERS, randomInt)}`;
  return text + checkOf(text);
}

/** Checks format and CRC, so that a mistyped key is refused without a query. */
export function isWellFormed(key: string): boolean {
  return KEY.test(key) && key.endsWith(checkOf(key.slice(0, -CHECK_CHARACTERS)));
}

/** The part that stays visible, to recognise a key by. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX_CHARACTERS);

/** Only this hash is stored. A key has 190 bits of entropy, so a fast hash is as good as a slow one. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
