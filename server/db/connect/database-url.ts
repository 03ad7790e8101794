import { type EnvReader, isCutShort, percentEncode } from '../../base/environment/env-reader.ts';
import { withLoginFile } from '../../base/environment/secret-files.ts';
import { parseUrl } from '../../base/formats/parse-url.ts';

const PROTOCOLS = ['postgres:', 'postgresql:'];
const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/;
const SESSION_ATTRS = /([?&])target_session_attrs=([^&]*)&?/;
/** libpq's, as far as pg knows them: what pg doesn't know it ignores, and a misspelled sslmode would mean no TLS. */
const PARAMETERS = [
  'target_session_attrs',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'options',
];
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
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
 * one host only, and sslmode as libpq does only when asked to.
 */
export function urlsOfHosts(url: string): readonly string[] {
  const [, start, hosts, rest] = URL_PARTS.exec(url) ?? [];
  if (hosts === undefined) return [url];
  const end = rest!.replace(SESSION_ATTRS, '$1').replace(/[?&]$/, '');
  const compatible = /[?&]sslmode=/.test(end) ? '&uselibpqcompat=true' : '';
  return hosts.split(',').map((host) => `${start}${host}${end}${compatible}`);
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
  const errors = read.errors.length;
  if (urls.length === 1) read.url(name, PROTOCOLS);
  else if (urls.some((url) => !parseUrl(url)?.hostname))
    read.errors.push(
      `${name} has hosts that can't be read. Separate them by commas, and percent-encode the password: postgres://user:password@one:5432,two:5432/name`,
    );
  else if (urls.some((url) => isCutShort(url))) read.errors.push(percentEncode(name));
  const url = parseUrl(urls[0]!);
  if (url && read.errors.length === errors)
    read.errors.push(...parameterErrors(name, value, kind, url.searchParams));
  return withLoginFile(value, read.text(`${name}_FILE`));
}

function parameterErrors(
  name: string,
  value: string,
  kind: keyof typeof ATTRS_FOR,
  parameters: URLSearchParams,
): string[] {
  const { allowed, words } = ATTRS_FOR[kind];
  const unknown = [...parameters.keys()].filter(
    (key) => !PARAMETERS.includes(key) && key !== 'uselibpqcompat',
  );
  const wanted = SESSION_ATTRS.exec(value)?.[2];
  return [
    ...(unknown.length > 0
      ? [`${name} has unknown parameters: ${unknown.join(', ')}. Known ones are ${PARAMETERS.join(', ')}.`]
      : []),
    ...(wanted !== undefined && !(allowed as readonly string[]).includes(wanted)
      ? [`${name} has target_session_attrs=${wanted}; it must be ${words}.`]
      : []),
    ...sslErrors(name, parameters),
  ];
}

function sslErrors(name: string, parameters: URLSearchParams): string[] {
  const mode = parameters.get('sslmode');
  const files = ['sslrootcert', 'sslcert', 'sslkey'].filter((key) => parameters.has(key));
  if (mode === null)
    return files.length > 0
      ? [`${name} has ${files.join(', ')} without sslmode. Add sslmode=verify-full.`]
      : [];
  if (mode === 'prefer' || mode === 'allow')
    return [
      `${name} has sslmode=${mode}, which would go on without TLS if the server has none. Use sslmode=require, or sslmode=disable.`,
    ];
  if (!SSL_MODES.includes(mode))
    return [`${name} has sslmode=${mode}; it must be one of ${SSL_MODES.join(', ')}.`];
  if (mode === 'verify-ca' && !parameters.has('sslrootcert'))
    return [`${name} has sslmode=verify-ca, which needs sslrootcert. Without it, use sslmode=verify-full.`];
  return [];
}
