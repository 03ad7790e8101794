import { ConfigError } from '../../base/environment/start-error.ts';
import {
  countCharacters,
  descriptionIssue,
  type LabelIssue,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_NAME_CHARACTERS,
  nameIssue,
} from '../../base/formats/name-rules.ts';

/** The name of a tenant or a key. */
export function requireName(text: string, option: string): string {
  return requireLabel(text, option, nameIssue(text), MAX_NAME_CHARACTERS);
}

export const requireDescription = (text: string, option: string): string =>
  requireLabel(text, option, descriptionIssue(text), MAX_DESCRIPTION_CHARACTERS);

function requireLabel(text: string, option: string, issue: LabelIssue | undefined, max: number): string {
  switch (issue) {
    case undefined:
      return text;
    case 'empty':
      throw new ConfigError(`${option} must not be empty.`);
    case 'too_long':
      throw new ConfigError(`${option} has ${countCharacters(text)} characters; the maximum is ${max}.`);
    case 'control_character':
      throw new ConfigError(`${option} has a line break or another control character.`);
  }
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
