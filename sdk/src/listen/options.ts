import { parseArgs } from 'node:util';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { MIN_SECRET_LENGTH } from '../webhooks/verifier.ts';

export const USAGE = `Usage: npx @tradepost/sdk listen --forward URL [options]

Posts the events of your tenant, signed, to an address on your machine.

  --forward URL            where events are posted, http://localhost:4000/hooks for instance
  --base-url ORIGIN        the installation (or TRADEPOST_BASE_URL)
  --events KIND,KIND       only these kinds of events
  --from now|beginning     where to begin, in place of where it stopped; 90 days are kept
  --state FILE             where it keeps its place
  --json                   a line of JSON for each event

  TRADEPOST_API_KEY         your API key; never given on the command line, which others on the machine can see
  TRADEPOST_WEBHOOK_SECRET  signs the events; unless set, one is drawn, kept and shown`;

export interface ListenOptions {
  apiKey: string;
  baseUrl: string;
  forward: URL;
  /** Undefined: all. */
  kinds: ReadonlySet<string> | undefined;
  from: 'now' | 'beginning' | undefined;
  stateFile: string | undefined;
  json: boolean;
  secret: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** What the command line and the environment say, or a ConfigurationError. Undefined when help is asked for. */
export function readOptions(args: readonly string[], env: Env): ListenOptions | undefined {
  const { positionals, values } = parse(args);
  if (values.help) return undefined;
  if (positionals.join(' ') !== 'listen') {
    throw new ConfigurationError(`The one command is listen. ${SEE_HELP}`);
  }
  return {
    apiKey: required(env.TRADEPOST_API_KEY, 'TRADEPOST_API_KEY is not set.'),
    baseUrl: required(values['base-url'] ?? env.TRADEPOST_BASE_URL, '--base-url is missing.'),
    forward: readForwardUrl(required(values.forward, '--forward is missing.')),
    kinds: values.events === undefined ? undefined : readEventTypes(values.events),
    from: readFrom(values.from),
    stateFile: values.state,
    json: values.json ?? false,
    secret: readSecret(env.TRADEPOST_WEBHOOK_SECRET || undefined),
  };
}

const SEE_HELP = '`npx @tradepost/sdk listen --help` shows how it is used.';

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

function readForwardUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new ConfigurationError('--forward is not an http or https address without a password.');
}

function readSecret(secret: string | undefined): string | undefined {
  if (secret === undefined || secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new ConfigurationError(
    `TRADEPOST_WEBHOOK_SECRET has under ${MIN_SECRET_LENGTH} characters, and receivers refuse such a secret.`,
  );
}

function readEventTypes(text: string): ReadonlySet<string> {
  const kinds = text.split(',').map((kind) => kind.trim());
  if (kinds.every((kind) => /^[a-z_]+\.[a-z_]+$/.test(kind))) return new Set(kinds);
  throw new ConfigurationError('--events is not a list of kinds such as order.created,product.updated.');
}

function readFrom(text: string | undefined): ListenOptions['from'] {
  if (text === undefined || text === 'now' || text === 'beginning') return text;
  throw new ConfigurationError('--from is neither now nor beginning.');
}
