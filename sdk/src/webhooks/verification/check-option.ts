import { ConfigurationError } from '../../errors/tradepost-error.ts';

// Of the type and the value. Nine digits, because a timer of more than 2 ** 31 ms fires at once.
const FROM_1 = [/^number [1-9]\d{0,8}$/, 'a whole number from 1 to 999999999'] as const;
const FROM_0 = [/^number \d{1,9}$/, 'a whole number from 0 to 999999999'] as const;
const FUNCTION = [/^function/, 'a function'] as const;

/** The options of a receiver: what each has to match, and that in words. Nothing for those that are checked elsewhere. */
const OPTIONS: Readonly<Record<string, readonly [RegExp, string] | readonly []>> = {
  secrets: [],
  tenantId: [/^number [1-9]\d*$/, 'the id of a tenant'],
  store: [],
  // Without a slash, which ends it in the store's keys.
  consumer: [/^string [\w.:-]{1,64}$/, 'a name of 1 to 64 letters, digits or ._:- for what the handlers do'],
  adopt: [/^boolean/, 'true or false'],
  toleranceSeconds: FROM_0,
  testEvents: [/^string (accept|handle)$/, "'accept' or 'handle'"],
  leaseMs: FROM_1,
  storeTimeoutMs: FROM_1,
  maxBodyBytes: FROM_1,
  onReport: FUNCTION,
  clock: FUNCTION,
};

/** Throws a ConfigurationError if there is no such option or the value isn't one for it. */
export function checkOption(name: string, value: unknown): void {
  const [pattern, words] =
    OPTIONS[name] ?? fail(`There is no option ${name}. There are ${Object.keys(OPTIONS)}.`);
  if (pattern && !pattern.test(`${typeof value} ${value}`))
    fail(`${name} is ${quoted(value)}. Pass ${words}.`);
}

const quoted = (value: unknown): unknown => (typeof value === 'string' ? JSON.stringify(value) : value);

export function fail(problem: string): never {
  throw new ConfigurationError(problem);
}
