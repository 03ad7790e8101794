import type { RecordedEntry } from '../../accounts/audit/list.ts';
import { roleOf } from '../../accounts/staff/rules/roles.ts';
import { parseUrl } from '../../base/formats/parse-url.ts';
import { causeOf } from '../../webhooks/send/meaning/meaning.ts';
import { eventName, type Format, isolated, type Locale } from '../kit/index.ts';
import { detailWords, words } from './words.ts';

/** A wrong password came from somebody who isn't known to be the user. */
export function actorText(locale: Locale, { actorType, actorName, action }: RecordedEntry): string {
  if (action === 'login.failed') return words[locale].somebody;
  return actorType === 'user' ? (actorName ?? '') : words[locale][actorType];
}

/** For who may not see endpoints: their URLs may have tokens. */
export const withHostsOnly = (entry: RecordedEntry): RecordedEntry => ({
  ...entry,
  targetName: entry.targetName && hostOnly(entry.targetName),
  details: Object.fromEntries(
    Object.entries(entry.details).map(([name, value]) => [
      name,
      typeof value === 'string' ? hostOnly(value) : value,
    ]),
  ),
});

const hostOnly = (text: string): string => {
  const url = parseUrl(text);
  return url && /^https?:$/.test(url.protocol) ? url.host : text;
};

export interface Detail {
  readonly label: string;
  readonly text: string;
}

/** An entry's details in plain words. Empty ones are left out. */
export function detailsOf({ details }: Pick<RecordedEntry, 'details'>, format: Format): Detail[] {
  return Object.entries(details)
    .filter(([, value]) => value !== '' && value !== null)
    .map(([name, value]) => ({
      label: wordFor(format.locale, name),
      text: describeValue(name, value!, format),
    }));
}

function describeValue(name: string, value: Parameters<typeof textOf>[0], format: Format): string {
  if (name.endsWith(BYTES)) return `${format.gigabytes(Number(value))} GB`;
  return name === 'problem' ? causeOf(String(value), format.locale) : textOf(value, format);
}

const BYTES = 'stored_bytes_limit';

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function textOf(value: string | number | boolean | readonly string[], format: Format): string {
  const text = detailWords[format.locale];
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (typeof value === 'number') return format.number(value);
  if (typeof value === 'string')
    return TIME.test(value) ? format.fullTime(value) : isolated(wordFor(format.locale, value));
  const named: Readonly<Record<string, string | object>> = words[format.locale];
  const role = value.length === 0 ? 'custom' : roleOf(value);
  if (role !== 'custom') return words[format.locale][role];
  const nameOf = (each: string): string =>
    isolated(typeof named[each] === 'string' ? named[each] : eventName(each, format.locale));
  return value.length === 0 ? text.nothing : value.map(nameOf).join(', ');
}

function wordFor(locale: Locale, name: string): string {
  const all: Readonly<Record<string, string>> = detailWords[locale];
  return Object.hasOwn(all, name) ? all[name]! : eventName(name, locale);
}
