import { invisibleIssue } from './visible-text.ts';

const EMAIL =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** The contract's limit, which has an issue of its own. The patterns below take the square of a text's length. */
const MAX_LENGTH = 254;

/** What is wrong with an e-mail address, for an issue; undefined if nothing is. */
export function emailIssue(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const invisible = invisibleIssue(text);
  if (invisible) return invisible;
  const [end] = /[.,;:]$/.exec(text) ?? [];
  if (end) return `must not end with "${end}"`;
  if (/@.*[\s,;/].*@/.test(text)) return 'must be one e-mail address, not several';
  if (/[<>]/.test(text)) return 'must be the e-mail address alone, without a name or angle brackets';
  if (text.includes('..')) return 'must not have two dots in a row';
  if (/^\.|\.@/.test(text)) return 'must not have a dot at the beginning or before the @';
  return EMAIL.test(text) ? undefined : 'must be an e-mail address such as maria@example.com';
}
