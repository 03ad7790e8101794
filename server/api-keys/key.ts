import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32; // 62^32 is more than 190 bits
const CHECK_CHARACTERS = 6; // 62^6 holds the 32 bits of a CRC
const PREFIX_CHARACTERS = 11;
const KEY = /^tp_[0-9A-Za-z]{38}$/;

/** A number from 0 up to, not including, max. crypto.randomInt is one. */
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

/** `tp_`, 32 random characters and 6 of CRC32 over all before them. */
export function makeKey(randomInt: RandomInt): string {
  const text = `tp_${randomText(RANDOM_CHARACTERS, randomInt)}`;
  return text + checkOf(text);
}

/** Whether it can be a key of ours at all, so that a mistyped one is refused without a query. */
export function isWellFormed(key: string): boolean {
  return KEY.test(key) && key.endsWith(checkOf(key.slice(0, -CHECK_CHARACTERS)));
}

/** The part that stays visible. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX_CHARACTERS);

/** What is kept of a key. A key has 190 bits of chance, so a fast hash is as good as a slow one. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
