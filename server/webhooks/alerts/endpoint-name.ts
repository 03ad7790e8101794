import { parseUrl } from '../../base/formats/parse-url.ts';

/** Long enough to recognise an endpoint by, short enough for a subject and a phone. */
const MAX_CHARACTERS = 200;

/**
 * An endpoint's URL for people: without user, password and fragment, and with `…` for each value of the query, which is
 * where receivers put their tokens.
 */
export function endpointName(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return '?';
  const { protocol, host, pathname, searchParams } = parsed;
  const names = [...searchParams.keys()].map((name) => `${encodeURIComponent(name)}=…`);
  const name = `${protocol}//${host}${pathname}${names.length > 0 ? `?${names.join('&')}` : ''}`;
  return name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS)}…` : name;
}
