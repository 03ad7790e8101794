import { ConfigError } from '../config.ts';

/** The contract's limit for a category's name. */
const MAX_NAME_CHARACTERS = 100;
/** The contract's limit for a text in metadata. */
const MAX_DESCRIPTION_CHARACTERS = 500;
/** Includes line breaks. Such characters can overwrite what a terminal or log shows. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** The name of a tenant or a key. The contract promises that it isn't empty. */
export function requireName(text: string, option: string): string {
  if (text.trim() === '') throw new ConfigError(`${option} must not be empty.`);
  return requireLabel(text, option, MAX_NAME_CHARACTERS);
}

export const requireDescription = (text: string, option: string): string =>
  requireLabel(text, option, MAX_DESCRIPTION_CHARACTERS);

function requireLabel(text: string, option: string, most: number): string {
  const length = [...text].length;
  if (length > most) throw new ConfigError(`${option} has ${length} characters; the maximum is ${most}.`);
  if (CONTROL.test(text)) throw new ConfigError(`${option} has a line break or another control character.`);
  return text;
}

/** Refuses words of a list that aren't allowed: `--roles has an unknown role: cook; use api, worker.` */
export function refuseUnknown(
  unknown: readonly string[],
  option: string,
  noun: string,
  allowed: readonly string[] = [],
): void {
  if (unknown.length === 0) return;
  const kind = unknown.length === 1 ? `an unknown ${noun}` : `unknown ${noun}s`;
  const words = unknown.map((word) => (word === '' ? '(empty)' : word)).join(', ');
  const hint = allowed.length === 0 ? '' : `; use ${allowed.join(', ')}`;
  throw new ConfigError(`${option} has ${kind}: ${words}${hint}.`);
}
