import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { verify } from '@tradepost/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { sampleEvents } from '../../../server/base/contract.ts';
import { curlCommand } from '../../../server/webhooks/send/curl-command.ts';
import { deliveryHeaders } from '../../../server/webhooks/send/headers.ts';
import { createSigningKey } from '../../../server/webhooks/send/rules/signature.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';

const run = promisify(execFile);
const SECRET = 'Aa1z'.repeat(16);
const event = {
  event_id: '7b0f0c1e-6b55-4c0e-9d5e-0f6f4f3f9a11',
  ...sampleEvents.find(({ event_type }) => event_type === 'order.created')!,
};

/** What a shell, curl or printf could take for something else. */
const TEXTS: readonly [name: string, text: string][] = [
  ['quotes', `it's "quoted" and ''doubled'' '\\''`],
  ['expansions', '$HOME $(touch /tmp/pwned) `id` $IFS !! !$ ~ * ? [a-z] {a,b} & ; | > <'],
  ['line breaks', 'one\ntwo\r\nthree\n'],
  ['escapes', '%s %n %% \\n \\x41 \\0 \\c'],
  ['a here-document', '\nEOF\n<<EOF\n'],
  ['letters beyond ASCII', 'café ção 日本 🎉 \u202Eexe.txt \u2028'],
  ['200 kB', 'x'.repeat(200_000)],
];

describe.each(['bash', 'sh'])('a delivery copied as curl and pasted into %s', (shell) => {
  /** Runs the command and returns what came. */
  async function send(body: string) {
    const endpoint = await useEndpoint();
    const delivery = {
      id: event.event_id,
      eventId: event.event_id,
      kind: event.event_type,
      body,
      test: false,
    };
    const headers = deliveryHeaders(delivery, [createSigningKey(SECRET)], Date.now());
    const url = `${endpoint.url}?a=it's&b=[1-3]&c={x,y}&d=$HOME`;
    await runShell(shell, curlCommand({ url, headers, body }));
    expect(endpoint.received).toHaveLength(1);
    expect(endpoint.received[0]!.headers).toMatchObject(headers);
    return endpoint.received[0]!;
  }

  it.each(TEXTS)('reproduces a body with %s, so that the SDK accepts it', async (_, text) => {
    const body = JSON.stringify({ ...event, data: { ...event.data, text } }, null, 2);
    const received = await send(body);
    expect(received.body.toString()).toBe(body);
    await expect(
      verify({ secret: SECRET, headers: received.headers, body: received.body }),
    ).resolves.toMatchObject({ event_id: event.event_id });
  });

  it.each(['@/etc/passwd', '-n', '', '\n\n', "'", '%d'])('sends the body %j as it is', async (body) => {
    expect((await send(body)).body.toString()).toBe(body);
  });
});

/** As a script on its standard input, like a terminal. */
async function runShell(shell: string, script: string): Promise<string> {
  const running = run(shell, ['-s']);
  running.child.stdin!.end(script);
  return (await running).stdout;
}
