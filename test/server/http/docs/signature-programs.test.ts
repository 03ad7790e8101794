import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import {
  createSigningKey,
  serviceSignature,
  standardWebhooksSignature,
} from '../../../../server/webhooks/send/rules/signature.ts';
import { codeBlocks, guides } from '../../../support/guides.ts';

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-signature-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'k'.repeat(64);
const BODY = '{"event_type":"order.created","name":"Café"}';
const NOW = 1_767_225_600;
const signed = (timestamp: string) => ({
  'x-service-timestamp': timestamp,
  'x-service-signature': serviceSignature(createSigningKey(SECRET), timestamp, BODY),
});

/** What a program of the guide says to each delivery. */
const DELIVERIES: readonly (readonly [what: string, headers: object, body: string, genuine: boolean])[] = [
  ['a delivery', signed(`${NOW}`), BODY, true],
  ['one that is 300 s old', signed(`${NOW - 300}`), BODY, true],
  ['one that is older', signed(`${NOW - 301}`), BODY, false],
  ['one from the future', signed(`${NOW + 301}`), BODY, false],
  ['another body', signed(`${NOW}`), `${BODY} `, false],
  ['another timestamp', { ...signed(`${NOW}`), 'x-service-timestamp': `${NOW + 1}` }, BODY, false],
  ['a timestamp that is no number', signed('soon'), BODY, false],
  [
    'a signature that is not hexadecimal',
    { ...signed(`${NOW}`), 'x-service-signature': 'sha256=é' },
    BODY,
    false,
  ],
  ['no headers', {}, BODY, false],
];

const PROGRAMS = [
  {
    language: 'js',
    command: process.execPath,
    file: 'verify.mjs',
    main: `const cases = JSON.parse(process.argv[2]);
console.log(JSON.stringify(cases.map(([headers, body]) => isGenuine(headers, Buffer.from(body), '${SECRET}', ${NOW}))));`,
  },
  {
    language: 'py',
    command: 'python3',
    file: 'verify.py',
    main: `import json, sys
cases = json.loads(sys.argv[1])
print(json.dumps([is_genuine(headers, body.encode(), '${SECRET}', ${NOW}) for headers, body in cases]))`,
  },
];

it.each(PROGRAMS)(
  'the guide verifies a signature in $language',
  async ({ language, command, file, main }) => {
    const program = codeBlocks(guides.en.webhooks!).find((block) => block.language === language)!;
    const target = path.join(folder, file);
    writeFileSync(target, `${program.code}\n${main}\n`);
    const cases = JSON.stringify(DELIVERIES.map(([, headers, body]) => [headers, body]));
    const { stdout } = await run(command, [target, cases]);
    const answers = JSON.parse(stdout) as boolean[];
    expect(DELIVERIES.map(([what], index) => [what, answers[index]])).toEqual(
      DELIVERIES.map(([what, , , genuine]) => [what, genuine]),
    );
  },
);

it.each(['en', 'pt'] as const)(
  'the delivery of the guide verifies with the secret beside it: %s',
  (language) => {
    const chapter = guides[language].webhooks!;
    const [, secret] = /`([A-Za-z0-9]{64})`/.exec(chapter)!;
    const { code } = codeBlocks(chapter).find((block) => block.language === 'http')!;
    const [head, body] = code.split('\n\n') as [string, string];
    const rawBody = body.trimEnd();
    const headers = Object.fromEntries(
      head
        .split('\n')
        .slice(1)
        .map((line) => line.split(': ') as [string, string]),
    );
    const timestamp = headers['X-Service-Timestamp']!;
    const key = createSigningKey(secret!);
    expect(headers['X-Service-Signature']).toBe(serviceSignature(key, timestamp, rawBody));
    expect(headers['webhook-signature']).toBe(
      standardWebhooksSignature(key, headers['webhook-id']!, timestamp, rawBody),
    );
    const event = JSON.parse(rawBody) as { event_type: string; event_id: string; occurred_at: string };
    expect(headers).toMatchObject({ 'X-Service-Event': event.event_type, 'webhook-id': event.event_id });
    expect(Number(timestamp) - Date.parse(event.occurred_at) / 1000).toBe(1);
  },
);
