import { readFileSync } from 'node:fs';
import { type Env, isCutShort } from './env-reader.ts';
import { ConfigError } from './start-error.ts';

const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'SMTP_URL',
  'TRADEPOST_SECRET_KEY',
  'TRADEPOST_SECRET_KEY_PREVIOUS',
];

/** The environment with the secrets whose files it names: `DATABASE_URL_FILE` for DATABASE_URL. No error quotes what is in a file. */
export function withSecretFiles(env: Env): Env {
  const values: Record<string, string> = {};
  const errors = SECRETS.flatMap((name) => {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) return [];
    if (env[name]?.trim()) return [`${name} and ${name}_FILE are set. Use only one of them.`];
    try {
      values[name] = read(file);
    } catch (error) {
      return [`${name}_FILE is ${file}, which can't be read (${(error as NodeJS.ErrnoException).code}).`];
    }
    return values[name] === '' ? [`${name}_FILE is ${file}, which is empty.`] : [];
  });
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return { ...env, ...values };
}

const read = (file: string): string => readFileSync(file, 'utf8').trim();

const PARAMETER = 'tradepost_login_file';
const MARK = new RegExp(`[?&]${PARAMETER}=([^&]*)`);

/** The URL with the name of the file that it came from, for currentUrl(). */
export const withLoginFile = (url: string, file: string | undefined): string =>
  file === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${PARAMETER}=${encodeURIComponent(file)}`;

/** By URL, what its file last had for it. One for the process, as the environment is. */
const lastUsable = new Map<string, string>();
/** By file, the content that can't be used and that the log has mentioned. */
const mentioned = new Map<string, string>();

/**
 * The URL with the user and the password that its file has now. Whoever opens a connection asks, so no file is watched. Another host or
 * database isn't taken: the start has checked the present one. `urlsOf` splits a URL of several hosts.
 */
export function currentUrl(
  url: string,
  log?: (message: string) => void,
  urlsOf: (url: string) => readonly string[] = (text) => [text],
): string {
  const encoded = MARK.exec(url)?.[1];
  if (encoded === undefined) return url;
  const file = decodeURIComponent(encoded);
  const former = lastUsable.get(url) ?? url.replace(MARK, '');
  const content = readOr('', file);
  const found = urlsOf(content).find((each) => withoutLogin(each) === withoutLogin(former));
  if (found !== undefined && !isCutShort(found)) {
    lastUsable.set(url, found);
    return found;
  }
  if (log && mentioned.get(file) !== content) {
    mentioned.set(file, content);
    log(
      `${file} can't be read as a URL, or has more than another user and password. The former URL is used until a restart`,
    );
  }
  return former;
}

function readOr(fallback: string, file: string): string {
  try {
    return read(file);
  } catch {
    return fallback;
  }
}

const withoutLogin = (url: string): string =>
  url.replace(/^(\w+:\/\/)[^/?]*@/, '$1').replace(/([?&])(?:user|password)=[^&]*&?/g, '$1');
