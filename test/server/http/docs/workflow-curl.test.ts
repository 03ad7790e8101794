import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { workflows } from '../../../support/docs-sources.ts';
import { pageText } from '../../../support/page-text.ts';
import { sharedEnvironment } from '../../../support/shared-environment.ts';

const environment = sharedEnvironment();
const run = promisify(execFile);
const LONG_MS = 60_000;

/** In `npm test` those whose commands differ most: bodies, headers, queries, exports, scopes of events, repeated steps. */
const SHORT = ['first-order', 'nightly-sync', 'bi-export', 'events-feed'];
const names = process.env.TRADEPOST_ALL_WORKFLOWS ? [...workflows.keys()] : SHORT;

interface Command {
  readonly text: string;
  readonly status: number;
  /** What the page says to keep: the variable, and where it is in the response. */
  readonly kept: readonly (readonly [variable: string, place: string])[];
}

/** The commands of a workflow's page, as a reader copies them. */
function commandsOf(page: string): Command[] {
  return page
    .split('<pre tabindex="0" class="command">')
    .slice(1)
    .map((part) => ({
      text: pageText(part.split('</pre>', 1)[0]!),
      status: Number(/the HTTP status is <code>(\d+)/.exec(part)![1]),
      kept: [...pageText(part).matchAll(/^(\w+)='…' {3}# (.+)$/gm)].map(
        ([, variable, place]) => [variable!, place!] as const,
      ),
    }));
}

const scopesOf = (page: string): string[] => {
  const [, listed] = /<p>An API key with these scopes.*?: (.*?)\.<\/p>/s.exec(page)!;
  return pageText(listed!).split(', ');
};

/** The status and the kept values of a response that `curl -i` printed. */
function readResponse(
  output: string,
  { kept }: Command,
): { status: number; values: Record<string, string | undefined> } {
  const [head, ...rest] = output.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const values = kept.map(([variable, place]) => [variable, valueAt(head!, body, place)]);
  return { status: Number(head!.split(' ')[1]), values: Object.fromEntries(values) };
}

function valueAt(head: string, body: string, place: string): string | undefined {
  const [, header] = /^the header (.+)$/.exec(place) ?? [];
  if (header) return new RegExp(`^${header}: (.*)$`, 'im').exec(head)?.[1]?.trim();
  const names = place.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const value = names.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    JSON.parse(body),
  );
  return value === undefined ? undefined : String(value);
}

async function follow(page: string, variables: Record<string, string>): Promise<void> {
  for (const command of commandsOf(page)) {
    // A list shows a change once all earlier writes have committed, so the page says when to repeat a step.
    const attempt = async () => Object.assign(variables, await succeed(command, variables));
    await expect.poll(attempt, { timeout: 90_000 }).toBeDefined();
  }
}

/** Runs the command and returns what to keep. Throws unless the response is what the page says. */
async function succeed(command: Command, variables: Record<string, string>): Promise<object> {
  const env = { PATH: process.env.PATH, ...variables };
  const { stdout } = await run('sh', ['-c', command.text], { env });
  const { status, values } = readResponse(stdout, command);
  expect([command.text, status, stdout]).toEqual([command.text, command.status, stdout]);
  for (const value of Object.values(values)) expect(value).toBeDefined();
  return values;
}

it.each(names)(
  '%s can be followed with curl, with a key that has the scopes it names and no others',
  { timeout: LONG_MS },
  async (name) => {
    const page = await (await fetch(`${environment().baseUrl}/docs/workflows/${name}`)).text();
    const { key } = await environment().tenant({ scopes: scopesOf(page) });
    await follow(page, { TRADEPOST_URL: environment().baseUrl, TRADEPOST_API_KEY: key, run: 'a1' });
  },
);
