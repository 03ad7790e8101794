import {
  type AttemptFacts,
  headerOf,
  type MeaningKind,
  meaningKind,
  printable,
  redirectTarget,
} from './kind.ts';
import { MEANINGS } from './translations.ts';

export interface Meaning {
  readonly kind: MeaningKind;
  readonly cause: string;
  /** Empty when there is nothing to do. */
  readonly next: string;
}

/** What an attempt's ending means, and what to do about it. Undefined while it's under way. */
export function meaningOf(facts: AttemptFacts, locale: 'pt' | 'en'): Meaning | undefined {
  const kind = meaningKind(facts);
  if (kind === undefined) return undefined;
  const values: Readonly<Record<string, string | undefined>> = {
    status: String(facts.responseStatus ?? ''),
    location: redirectTarget(facts),
    wait: waitOf(headerOf(facts, 'retry-after') ?? ''),
    code: facts.detail ?? '',
  };
  const filled = (text: string): string => fill(text, (name) => values[name] ?? '');
  const [cause = '', next = ''] = partsOf(kind, locale).map(filled);
  return { kind, cause, next };
}

const partsOf = (kind: MeaningKind, locale: 'pt' | 'en'): string[] =>
  MEANINGS[kind][locale === 'pt' ? 0 : 1].split(' → ');

const fill = (text: string, textFor: (name: string) => string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => textFor(name));

/** The cause of what is recorded as `unauthorized 401`, without what each attempt has of its own. */
export function causeOf(problem: string, locale: 'pt' | 'en'): string {
  const [kind = '', status = '…'] = problem.split(' ');
  const [cause = ''] = Object.hasOwn(MEANINGS, kind) ? partsOf(kind as MeaningKind, locale) : [problem];
  return fill(cause, (name) => (name === 'status' ? status : '…'));
}

/** The cause and what to do, in one line. */
export const explain = (facts: AttemptFacts, locale: 'pt' | 'en'): string => {
  const { cause = '', next = '' } = meaningOf(facts, locale) ?? {};
  return `${cause} ${next}`.trim();
};

/** Seconds as people say them; a date as it came. */
function waitOf(header: string): string {
  if (!/^\d{1,9}$/.test(header)) return printable(header);
  const seconds = Number(header);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
