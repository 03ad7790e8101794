import type { EnvReader } from '../env-reader.ts';
import { parseUrl } from '../parse-url.ts';

const PROTOCOLS = ['postgres:', 'postgresql:'];
const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/;
const SESSION_ATTRS = /([?&])target_session_attrs=([^&]*)&?/;
/** libpq's names for the server that takes writes, and for one that may not. */
const ATTRS_FOR = {
  primary: { allowed: ['read-write', 'primary'], words: 'read-write, because the service writes' },
  standby: {
    allowed: ['standby', 'prefer-standby', 'read-only', 'any'],
    words: 'standby, because only standbys are read',
  },
} as const;

/**
 * `postgres://user:password@one,two:5433/db?target_session_attrs=read-write` as a URL per host, the way libpq reads it. pg reads
 * one host only.
 */
export function urlsOfHosts(url: string): readonly string[] {
  const [, start, hosts, rest] = URL_PARTS.exec(url) ?? [];
  if (hosts === undefined) return [url];
  const end = rest!.replace(SESSION_ATTRS, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${start}${host}${end}`);
}

/** Reads the URL of a PostgreSQL with one host or several. The errors don't quote it, since it may contain a password. */
export function readDatabaseUrl(
  read: EnvReader,
  name: string,
  kind: keyof typeof ATTRS_FOR = 'primary',
): string | undefined {
  const value = read.text(name);
  if (value === undefined) return undefined;
  const urls = urlsOfHosts(value);
  if (urls.length === 1) read.url(name, PROTOCOLS);
  else if (urls.some((url) => !parseUrl(url)?.hostname))
    read.errors.push(
      `${name} has hosts that can't be read. Separate them by commas: postgres://user:password@one:5432,two:5432/name`,
    );
  const wanted = SESSION_ATTRS.exec(value)?.[2];
  const { allowed, words } = ATTRS_FOR[kind];
  if (wanted !== undefined && !(allowed as readonly string[]).includes(wanted))
    read.errors.push(`${name} has target_session_attrs=${wanted}; it must be ${words}.`);
  return value;
}
