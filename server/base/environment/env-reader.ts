import { parseUrl } from '../formats/parse-url.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export const percentEncode = (name: string): string =>
  `${name} can't be read as a URL. Percent-encode what is special in its user and password: # as %23, / as %2F, ? as %3F, @ as %40, % as %25.`;

/** Whether a character of the password has ended the host's part of the URL, so that an @ comes too late or never. */
export function isCutShort(value: string): boolean {
  const url = parseUrl(value);
  if (!url) return true;
  const passwords = !/^https?:$/.test(url.protocol);
  return passwords && (url.hash !== '' || /@/.test(url.pathname + url.search) || isMisencoded(url));
}

const isMisencoded = ({ username, password, pathname }: URL): boolean => {
  try {
    decodeURIComponent(username + password + pathname);
    return false;
  } catch {
    return true;
  }
};

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Reads durations such as `30s,5m,1h` as ms, or returns undefined. */
function parseDurations(text: string): number[] | undefined {
  const read = text.split(',').map((word) => {
    const [, count, unit] = /^\s*(\d{1,6})([smh])\s*$/.exec(word) ?? [];
    return unit === undefined ? Number.NaN : Number(count) * UNITS[unit]!;
  });
  return read.some(Number.isNaN) ? undefined : read;
}

/** The sentences about what is wrong. */
export const mistakesOf = (isWrong: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(isWrong).filter((sentence) => isWrong[sentence]);

/** Reads and validates environment variables, and collects all errors. An empty variable counts as not set. */
export class EnvReader {
  readonly errors: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  integer<T extends number | undefined>(name: string, fallback: T, min: number, max: number): number | T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    this.errors.push(`${name} is ${value}; it must be an integer from ${min} to ${max}.`);
    return fallback;
  }

  oneOf<T extends string>(name: string, fallback: T, allowed: readonly T[]): T {
    const value = (this.text(name) ?? fallback) as T;
    if (!allowed.includes(value))
      this.errors.push(`${name} is ${value}; it must be one of ${allowed.join(', ')}.`);
    return value;
  }

  /** Undefined if it can't be used. The error doesn't quote the value, which may contain a password. */
  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const beginnings = protocols.map((protocol) => `${protocol}//`);
    const begins = beginnings.some((beginning) => value.toLowerCase().startsWith(beginning));
    if (!begins || (protocols.includes('https:') && !parseUrl(value)))
      this.errors.push(`${name} must be a URL that begins with ${beginnings.join(' or ')}`);
    else if (isCutShort(value)) this.errors.push(percentEncode(name));
    else return value;
    return undefined;
  }

  /** Returns ms. */
  duration(name: string, fallbackMs: number, maxMs: number, example: string): number {
    const value = this.text(name);
    if (value === undefined) return fallbackMs;
    const [ms = Number.NaN, ...more] = parseDurations(value) ?? [];
    if (ms <= maxMs && more.length === 0) return ms;
    this.errors.push(`${name} is ${value}; it must be a duration of at most ${example}.`);
    return fallbackMs;
  }

  /** Returns ms. */
  durations(name: string, maxMs: number, example: string): number[] | undefined {
    const value = this.text(name);
    const read = value === undefined ? undefined : parseDurations(value);
    if (value !== undefined && read?.every((ms) => ms <= maxMs) !== true)
      this.errors.push(
        `${name} is ${value}; it must be a comma-separated list of durations, such as ${example}.`,
      );
    return read;
  }
}
