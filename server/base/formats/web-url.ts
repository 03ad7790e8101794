import { parseUrl } from './parse-url.ts';
import { invisibleIssue, trimmed } from './visible-text.ts';

/** Shops' image names have spaces. Browsers send them percent-encoded. */
export const normalizeUrl = (text: string): string => trimmed(text).replaceAll(' ', '%20');

/** What is wrong with a URL, for an issue; undefined if nothing is. */
export function urlIssue(text: string): string | undefined {
  if (/[,;|](?:%20)*https?:\/\//i.test(text)) return 'must be one URL, not several';
  if (!/^https?:$/.test(parseUrl(text)?.protocol ?? ''))
    return 'must be a URL that begins with https:// or http://';
  return invisibleIssue(text);
}
