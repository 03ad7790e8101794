import { parseArgs } from 'node:util';
import { ConfigurationError } from '../errors/tradepost-error.ts';
import type { WebhookEvent } from '../webhooks/verification/events.ts';
import examples from './event-examples.json' with { type: 'json' };
import { nearestNames } from './nearest-names.ts';
import { readSecret, readUrl } from './options.ts';

const TYPES = Object.keys(examples);

export const TRIGGER_USAGE = `Usage: npx @tradepost/sdk trigger EVENT --to URL [options]

Posts an example of an event, signed, to a URL on your machine. It needs no service and no API key.

  EVENT            one of ${TYPES.slice(0, 5).join(', ')},
                   ${TYPES.slice(5).join(', ')}
  --to URL         where to post it, such as http://localhost:3000/hooks
  --data JSON      members over those of the example's data, such as '{"total": 10, "order": {"notes": "Call first"}}'
  --event-id ID    the event's event_id, to post the same event twice; by default a new one
  --tenant-id N    the event's tenant_id
  --test           mark it as a test event, like the samples that staff send from the panel

  TRADEPOST_WEBHOOK_SECRET  signs the event: the secret that your app has; not an option, because others on the machine
                            can see command lines

It exits with 0 after a 2xx, with 1 after another response or none, and with 2 if the command line is wrong.`;

export interface TriggerOptions {
  event: WebhookEvent;
  to: URL;
  secret: string;
}

interface TriggerDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly randomId: () => string;
}

/** Reads the command line after `trigger`. Throws a ConfigurationError. Undefined if help is asked for. */
export function readTriggerOptions(args: readonly string[], deps: TriggerDeps): TriggerOptions | undefined {
  const { positionals, values } = parse(args);
  if (values.help) return undefined;
  const [type, ...rest] = positionals;
  if (type === undefined) fail(`Name an event: ${TYPES.join(', ')}.`);
  if (rest.length > 0)
    fail(`Only one event can be named, but there is ${rest.join(' ')} too. Quote the JSON of --data.`);
  const example = exampleOf(type);
  const event = {
    ...example,
    event_id: readEventId(values['event-id']) ?? deps.randomId(),
    tenant_id: readTenantId(values['tenant-id']) ?? example.tenant_id,
    occurred_at: new Date(deps.now()).toISOString(),
    data: merge(example.data, readData(values.data)),
    ...(values.test && { test: true }),
  };
  return {
    event: event as WebhookEvent,
    to: readUrl('--to', values.to || fail('--to is missing.')),
    secret:
      readSecret(deps.env.TRADEPOST_WEBHOOK_SECRET || undefined) ??
      fail('TRADEPOST_WEBHOOK_SECRET is not set. Set it to the secret that your app has.'),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    to: text,
    data: text,
    'event-id': text,
    'tenant-id': text,
    test: flag,
    help: { ...flag, short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return fail((error as Error).message);
  }
}

function exampleOf(type: string): { tenant_id: number; data: object } {
  if (Object.hasOwn(examples, type)) return examples[type as keyof typeof examples];
  const near = nearestNames(type, TYPES);
  const advice = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${TYPES.join(', ')}.`;
  return fail(`There is no event ${JSON.stringify(type)}. ${advice}`);
}

function readData(text: string | undefined): object {
  if (text === undefined) return {};
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    fail(`--data is not JSON: ${(error as Error).message}. Put it between single quotes.`);
  }
  return isObject(data) ? data : fail('--data is not an object in JSON, such as {"total": 10}.');
}

function readEventId(text: string | undefined): string | undefined {
  return text === '' ? fail('--event-id is empty.') : text;
}

function readTenantId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const id = Number(text);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)
    ? id
    : fail('--tenant-id is not the number of a tenant.');
}

/** Objects are merged; anything else, arrays and null too, replaces what was there. */
function merge(base: object, over: object): object {
  const members = Object.entries(over).map(([name, value]) => {
    const old = Object.hasOwn(base, name) ? base[name as keyof typeof base] : undefined;
    return [name, isObject(old) && isObject(value) ? merge(old, value) : value];
  });
  return { ...base, ...Object.fromEntries(members) };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fail(problem: string): never {
  throw new ConfigurationError(`${problem} See \`npx @tradepost/sdk trigger --help\`.`);
}
