import { expect, it, onTestFinished } from 'vitest';
import { addUser, loggedIn } from '../support/panel.ts';
import {
  openTestEnvironment,
  type TestEnvironment,
  useTestEnvironment,
} from '../support/test-environment.ts';
import { emit } from '../support/webhook-fixtures.ts';
import { register } from '../support/webhooks.ts';

/** A service that stops waits 12 s for its connections, unless they close before. */
const PROMPTLY_MS = 10_000;

async function openLive({ baseUrl }: TestEnvironment, cookie: string): Promise<Reader> {
  const address = `${baseUrl}/panel/deliveries/live?seen=nothing`;
  const response = await fetch(address, { headers: { Cookie: cookie } });
  return response.body!.pipeThrough(new TextDecoderStream()).getReader();
}

type Reader = ReadableStreamDefaultReader<string>;

async function readUntil(reader: Reader, wanted: string): Promise<void> {
  for (let text = ''; !text.includes(wanted); ) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended after ${text}`);
    text += value;
  }
}

async function staff(environment: TestEnvironment): Promise<{ tenantId: number; cookie: string }> {
  const { tenantId } = await environment.tenant();
  const { cookies } = await loggedIn(environment.baseUrl, await addUser(environment, tenantId));
  return { tenantId, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
}

it('says that something changed, and again after the next change', async () => {
  const environment = await useTestEnvironment();
  const { tenantId, cookie } = await staff(environment);
  await register(environment.context, tenantId, 'http://127.0.0.1:9/', ['product.created']);
  const reader = await openLive(environment, cookie);
  await readUntil(reader, 'event: changed');
  await emit(environment.context, tenantId);
  await readUntil(reader, 'event: changed');
  await reader.cancel();
});

it('a service stops promptly while a page follows the list', async () => {
  const environment = await openTestEnvironment();
  const { cookie } = await staff(environment);
  const reader = await openLive(environment, cookie);
  await readUntil(reader, 'event: changed');
  const startMs = performance.now();
  await environment.close();
  expect(performance.now() - startMs).toBeLessThan(PROMPTLY_MS);
  await reader.cancel();
});

it('nothing is kept of streams that ended', async () => {
  const environment = await useTestEnvironment();
  const { cookie } = await staff(environment);
  const warnings: string[] = [];
  const note = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  for (let n = 0; n < 12; n += 1) {
    const reader = await openLive(environment, cookie);
    await readUntil(reader, n < 3 ? 'event: changed' : 'event: ');
    await reader.cancel();
  }
  expect(warnings).toEqual([]);
});
