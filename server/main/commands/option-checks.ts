import os from 'node:os';
import { ConfigError } from '../../base/environment/start-error.ts';
import { isDateTime } from '../../base/formats/date-time.ts';
import {
  countCharacters,
  descriptionIssue,
  type LabelIssue,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_NAME_CHARACTERS,
  nameIssue,
} from '../../base/formats/name-rules.ts';

/** PostgreSQL's largest integer. */
const MAX_ID = 2_147_483_647;
/** More than most machines have cores: a mistyped number shouldn't take all of PostgreSQL's connections. */
const MAX_PROCESSES = 256;

export function parseId(text: string, name: string): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID) return Number(text);
  throw new ConfigError(`${name} is ${text}; it must be an integer from 1 to ${MAX_ID}.`);
}

export function parseInteger(text: string, option: string, min: number, max: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new ConfigError(`${option} is ${text}; it must be an integer from ${min} to ${max}.`);
}

export function parseWord<Word extends string>(text: string, option: string, known: readonly Word[]): Word {
  const word = known.find((each) => each === text);
  if (word !== undefined) return word;
  throw new ConfigError(`${option} is ${text}; it must be one of ${known.join(', ')}.`);
}

/** Of a list: how many rows, and the id of the last row of the page before. */
export interface PageOptions {
  readonly limit: string;
  readonly after?: string;
}

const MAX_PAGE = 500;

export const parsePage = ({ limit, after }: PageOptions): { limit: number; after: number } => ({
  limit: parseInteger(limit, '--limit', 1, MAX_PAGE),
  after: after === undefined ? 0 : parseId(after, '--after'),
});

/** What an operator names by its id. */
export async function requireFound<T>(
  noun: string,
  id: number,
  find: (id: number) => Promise<T | undefined>,
): Promise<T> {
  const found = await find(id);
  if (found === undefined) throw new ConfigError(`There is no ${noun} ${id}.`);
  return found;
}

export function parseTime(text: string, option: string): string {
  if (isDateTime(text)) return text;
  throw new ConfigError(`${option} is ${text}; it must be a time such as 2027-01-31T00:00:00Z.`);
}

/** `auto` is one per core. */
export function parseProcesses(text: string): number {
  if (text === 'auto') return os.availableParallelism();
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_PROCESSES) return count;
  throw new ConfigError(`--processes must be auto or a number from 1 to ${MAX_PROCESSES}.`);
}

/** The name of a tenant or a key. */
export const requireName = (text: string, option: string): string =>
  requireLabel(text, option, nameIssue(text), MAX_NAME_CHARACTERS);

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

/** Reads words separated by commas. The error says which aren't known: `--roles has an unknown role: cook; use api, worker.` */
export function parseList<Word extends string>(
  text: string,
  option: string,
  noun: string,
  known: readonly Word[],
  suggested: readonly Word[] = [],
): Word[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.filter((word) => !(known as readonly string[]).includes(word));
  if (unknown.length === 0) return [...new Set(words as Word[])];
  const kind = unknown.length === 1 ? `an unknown ${noun}` : `unknown ${noun}s`;
  const list = unknown.map((word) => (word === '' ? '(empty)' : word)).join(', ');
  const hint = suggested.length === 0 ? '' : `; use ${suggested.join(', ')}`;
  throw new ConfigError(`${option} has ${kind}: ${list}${hint}.`);
}
