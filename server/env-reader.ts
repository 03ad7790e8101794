import { parseDurations } from './durations.ts';
import { parseUrl } from './parse-url.ts';

export type Env = Readonly<Record<string, string | undefined>>;

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

  /** The error doesn't quote the value, which may contain a password. */
  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value !== undefined && !protocols.includes(parseUrl(value)?.protocol ?? ''))
      this.errors.push(
        `${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      );
    return value;
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
