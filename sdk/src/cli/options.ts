import { parseArgs } from 'node:util';
import { ConfigurationError } from '../errors/tradepost-error.ts';
import { parseUrl } from '../transport/config.ts';
import { isEventType } from '../webhooks/verification/event-types.ts';
import { secretProblem } from '../webhooks/verification/secrets.ts';

export const USAGE = `Usage: npx @tradepost/sdk listen --forward URL [options]

Posts your tenant's events, signed, to a URL on your machine.

  --forward URL            where to post events, such as http://localhost:4000/hooks
  --base-url ORIGIN        the installation (or TRADEPOST_URL)
  --events TYPE,TYPE       only these event types
  --from now|beginning     where to start, instead of where it stopped; events are kept for at least 90 days
  --state FILE             where to keep the position and the secret
  --json                   print a line of JSON per event

  TRADEPOST_API_KEY         your API key; not an option, because others on the machine can see command lines
  TRADEPOST_WEBHOOK_SECRET  signs the events; by default a secret is generated, kept and printed

Without a service: npx @tradepost/sdk trigger --help`;

export interface ListenOptions {
  apiKey: string;
  baseUrl: string;
  forward: URL;
  /** Undefined: all. */
  eventTypes: ReadonlySet<string> | undefined;
  from: 'now' | 'beginning' | undefined;
  stateFile: string | undefined;
  json: boolean;
  secret: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the command line and the environment. Throws a ConfigurationError. Undefined if help is asked for. */
export function readOptions(args: readonly string[], env: Env): ListenOptions | undefined {
  const { positionals, values } = parse(args);
  if (values.help) return undefined;
  if (positionals.join(' ') !== 'listen') {
    throw new ConfigurationError(`The commands are listen and trigger. ${SEE_HELP}`);
  }
  return {
    apiKey: required(env.TRADEPOST_API_KEY, 'TRADEPOST_API_KEY is not set.'),
    baseUrl: required(values['base-url'] ?? env.TRADEPOST_URL, '--base-url is missing.'),
    forward: readUrl('--forward', required(values.forward, '--forward is missing.')),
    eventTypes: values.events === undefined ? undefined : readEventTypes(values.events),
    from: readFrom(values.from),
    stateFile: values.state,
    json: values.json ?? false,
    secret: readSecret(env.TRADEPOST_WEBHOOK_SECRET || undefined),
  };
}

const SEE_HELP = 'See `npx @tradepost/sdk listen --help`.';

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    forward: text,
    'base-url': text,
    events: text,
    from: text,
    state: text,
    json: flag,
    help: { ...flag, short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new ConfigurationError(`${(error as Error).message} ${SEE_HELP}`);
  }
}

function required(value: string | undefined, problem: string): string {
  if (value) return value;
  throw new ConfigurationError(`${problem} ${SEE_HELP}`);
}

export function readUrl(option: string, text: string): URL {
  const url = parseUrl(text);
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new ConfigurationError(`${option} is not an http or https URL without a password.`);
}

export function readSecret(secret: string | undefined): string | undefined {
  const problem = secret && secretProblem(secret);
  if (!problem) return secret;
  throw new ConfigurationError(
    `TRADEPOST_WEBHOOK_SECRET ${problem}, which receivers refuse. It needs 32 letters and digits, or more.`,
  );
}

function readEventTypes(text: string): ReadonlySet<string> {
  const types = text.split(',').map((type) => type.trim());
  const other = types.find((type) => !isEventType(type));
  if (other === undefined) return new Set(types);
  throw new ConfigurationError(
    `--events is not a list of types such as order.created,product.updated. This version knows no '${other}'.`,
  );
}

function readFrom(text: string | undefined): ListenOptions['from'] {
  if (text === undefined || text === 'now' || text === 'beginning') return text;
  throw new ConfigurationError('--from is neither now nor beginning.');
}
