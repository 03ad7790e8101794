import { ConfigError } from '../config.ts';

/** As long as the contract lets a category's name be. */
const MAX_NAME_CHARACTERS = 100;
/** As long as the contract lets a text of metadata be. */
const MAX_DESCRIPTION_CHARACTERS = 500;
/** Line breaks among them: such a text can write over what a terminal or a log shows. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** What people know a tenant or a key by. It is shown in answers, which promise that it is not empty. */
export function requireName(text: string, option: string): string {
  if (text.trim() === '') throw new ConfigError(`${option} is empty; it must be a name.`);
  return requireLabel(text, option, MAX_NAME_CHARACTERS);
}

export const requireDescription = (text: string, option: string): string =>
  requireLabel(text, option, MAX_DESCRIPTION_CHARACTERS);

function requireLabel(text: string, option: string, most: number): string {
  const length = [...text].length;
  if (length > most) throw new ConfigError(`${option} has ${length} characters; it may have ${most}.`);
  if (CONTROL.test(text)) throw new ConfigError(`${option} has a line break or another control character.`);
  return text;
}

/** Refuses the words of a list that are none of those it may have: `--scopes has stock.read, which is no scope.` */
export function refuseUnknown(unknown: readonly string[], option: string, be: string): void {
  if (unknown.length === 0) return;
  const words = unknown.map((word) => (word === '' ? 'an empty word' : word));
  throw new ConfigError(`${option} has ${words.join(', ')}${be}.`);
}
