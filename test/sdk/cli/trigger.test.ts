import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTriggerOptions } from '../../../sdk/src/cli/trigger-options.ts';
import { nodeHandler } from '../../../sdk/src/webhooks/adapters/node.ts';
import { createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { freePort } from '../../support/free-port.ts';
import { API_KEY, json, startServer } from '../recording-server.ts';
import { OTHER_SECRET, SECRET } from '../webhooks/deliveries.ts';
import { kill } from '../webhooks/example-app.ts';
import { useHttpServer } from '../webhooks/http-server.ts';
import { builtCli } from './built-cli.ts';
import { useFolder } from './open-listener.ts';

const contract = new URL('../../../generated/openapi.json', import.meta.url);
const TYPES = Object.keys(JSON.parse(readFileSync(contract, 'utf8')).webhooks);

function start(args: readonly string[], env: Record<string, string> = { TRADEPOST_WEBHOOK_SECRET: SECRET }) {
  const child = spawn(process.execPath, [builtCli(), ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  onTestFinished(() => kill(child));
  return child;
}

/** Runs the command to its end. */
async function run(args: readonly string[], env?: Record<string, string>) {
  const child = start(args, env);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.err += chunk));
  const [code] = await once(child, 'close');
  return { code, ...output };
}

/** An app with a receiver, and the events that it has handled. */
async function useApp() {
  const events: { event_type: string; data: unknown }[] = [];
  const receiver = createWebhookReceiver({ secrets: [SECRET], store: memoryStore(), onReport: () => {} });
  receiver.onOther((event) => void events.push(event));
  return { url: await useHttpServer(nodeHandler(receiver)), events };
}

describe('the trigger command', () => {
  it('posts an example with members of its own to a receiver, which handles it', async () => {
    const { url, events } = await useApp();
    const data = '{"total": 10, "order": {"notes": "Call first"}}';
    const { code, out, err } = await run(['trigger', 'order.created', '--to', url, '--data', data]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^order\.created [0-9a-f-]{36} {2}200 \{"outcome":"handled"\} \(\d+ ms\)\n$/);
    expect(events).toMatchObject([
      {
        event_type: 'order.created',
        data: { total: 10, order_id: 5001, order: { notes: 'Call first', id: 5001 } },
      },
    ]);
  });

  it('posts a new event each time, or the same one with --event-id', async () => {
    const { url, events } = await useApp();
    await run(['trigger', 'product.deleted', '--to', url]);
    await run(['trigger', 'product.deleted', '--to', url]);
    expect(events).toHaveLength(2);
    const same = ['trigger', 'product.deleted', '--to', url, '--event-id', 'e1', '--tenant-id', '7'];
    await run(same);
    expect((await run(same)).out).toContain('product.deleted e1  200 {"outcome":"duplicate"}');
    expect(events[2]).toMatchObject({ event_id: 'e1', tenant_id: 7 });
    expect((await run([...same, '--test'])).out).toContain('"outcome":"test"');
  });

  it('exits with 1 after a response other than 2xx, and shows it', async () => {
    const { url } = await useApp();
    const args = ['trigger', 'order.created', '--to', url];
    const { code, out, err } = await run(args, { TRADEPOST_WEBHOOK_SECRET: OTHER_SECRET });
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain('401 {"outcome":"refused","reason":"signature_mismatch"');
    expect(out).not.toContain(OTHER_SECRET);
    const redirecting = await startServer((response) => response.writeHead(302, { location: url }).end());
    expect(await run(['trigger', 'order.created', '--to', redirecting.baseUrl])).toMatchObject({ code: 1 });
  });

  it('exits with 1 if nothing listens there', async () => {
    const url = `http://127.0.0.1:${await freePort()}/hooks`;
    const { code, err } = await run(['trigger', 'order.created', '--to', url]);
    expect(code).toBe(1);
    expect(err).toBe(`Nothing is listening at ${url} (ECONNREFUSED). Start your app first.\n`);
  });

  it('exits with 2 if the command line is wrong, and prints its usage with --help', async () => {
    const wrong = await run(['trigger', 'order.create', '--to', 'http://localhost:3000']);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('There is no event "order.create". Did you mean order.created?');
    const help = await run(['trigger', '--help']);
    expect([help.code, help.err]).toEqual([0, '']);
    for (const type of TYPES) expect(help.out).toContain(type);
  });
});

describe('the command line of trigger', () => {
  const deps = {
    env: { TRADEPOST_WEBHOOK_SECRET: SECRET },
    now: () => Date.UTC(2026, 10, 27),
    randomId: () => 'new id',
  };
  const to = ['--to', 'http://localhost:3000/hooks'];
  const read = (...args: string[]) => readTriggerOptions(args, deps);

  it.each(TYPES)('knows an example of %s', (type) => {
    const { event, secret } = read(type, ...to)!;
    expect(event).toMatchObject({
      event_type: type,
      event_id: 'new id',
      tenant_id: 42,
      occurred_at: '2026-11-27T00:00:00.000Z',
    });
    expect(Object.keys(event.data).length).toBeGreaterThan(0);
    expect(secret).toBe(SECRET);
  });

  it('replaces arrays and nulls, and takes any name of a member', () => {
    const data =
      '{"order": {"items": [], "coupon_code": "X", "shipping": null}, "__proto__": {"a": 1}, "new": {}}';
    const { event } = read('order.created', ...to, '--data', data)!;
    const merged = event.data as unknown as Record<string, unknown>;
    expect(merged.order).toMatchObject({ items: [], coupon_code: 'X', shipping: null, id: 5001 });
    expect(Object.hasOwn(merged, '__proto__')).toBe(true);
    expect(merged.new).toEqual({});
  });

  it.each<[string, string[], RegExp]>([
    ['no event', to, /Name an event: order\.created/],
    ['a name in other letters', ['Order.Created', ...to], /Did you mean order\.created\?/],
    ['a word of it', ['order', ...to], /There is no event "order"\. There are order\.created/],
    ['a name of every object', ['constructor', ...to], /There is no event "constructor"\./],
    ['two events', ['order.created', 'order.updated', ...to], /Only one event/],
    ['no URL', ['order.created'], /--to is missing\./],
    ['a URL with another scheme', ['order.created', '--to', 'ftp://x'], /--to is not an http/],
    ['data that is no JSON', ['order.created', ...to, '--data', '{total: 1}'], /--data is not JSON/],
    ['data that is no object', ['order.created', ...to, '--data', '[1]'], /--data is not an object/],
    ['a tenant that is no number', ['order.created', ...to, '--tenant-id', 'x'], /--tenant-id is not/],
    ['a secret', ['order.created', ...to, '--secret', 'x'], /Unknown option '--secret'/],
  ])('is refused with %s', (_what, args, words) => {
    expect(() => read(...args)).toThrow(words);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['without a secret', {}, /TRADEPOST_WEBHOOK_SECRET is not set\./],
    ['with an empty secret', { TRADEPOST_WEBHOOK_SECRET: '' }, /TRADEPOST_WEBHOOK_SECRET is not set\./],
    ['with a short secret', { TRADEPOST_WEBHOOK_SECRET: 'short' }, /TRADEPOST_WEBHOOK_SECRET has/],
  ])('is refused %s', (_what, env, words) => {
    expect(() => readTriggerOptions(['order.created', ...to], { ...deps, env })).toThrow(words);
  });
});

it('listen ends without a word when nobody reads its output any more', async () => {
  const app = await useHttpServer((_request, response) => response.writeHead(204).end());
  let number = 0;
  const { baseUrl } = await startServer((response, { url }) => {
    if (url?.endsWith('/me'))
      return json(response, 200, { tenant: { id: 42, name: 'Loja' }, api_key: { scopes: ['orders.read'] } });
    const data = Array.from({ length: 5 }, () => {
      number += 1;
      return {
        event_id: `e${number}`,
        event_type: 'order.created',
        tenant_id: 42,
        data: { order_id: number },
      };
    });
    json(response, 200, { data, page: { next_cursor: String(number), has_more: true } });
  });
  const args = ['listen', '--forward', app, '--base-url', baseUrl, '--from', 'beginning', '--json'];
  const env = { TRADEPOST_API_KEY: API_KEY, XDG_STATE_HOME: useFolder(), TRADEPOST_WEBHOOK_SECRET: SECRET };
  const child = start(args, env);
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  await once(child.stdout, 'data');
  child.stdout.destroy(); // as head does
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(err).not.toMatch(/EPIPE|Stopped/);
});
