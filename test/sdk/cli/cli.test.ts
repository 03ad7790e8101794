import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readOptions } from '../../../sdk/src/cli/options.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { OTHER_SECRET } from '../webhooks/deliveries.ts';
import { kill } from '../webhooks/example-app.ts';
import { builtCli } from './built-cli.ts';
import { useFolder } from './open-listener.ts';

const environment = sharedEnvironment();

/** The command as a process. Of this process's environment it gets only PATH. */
function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [builtCli(), ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  onTestFinished(() => kill(child));
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.err += chunk));
  return { child, output, ended: once(child, 'close').then(([code]) => code as number | null) };
}

describe('the listen command', () => {
  it('posts events until Ctrl-C, exits with 0, and continues from there in the next run', async () => {
    const { tp, key, tenantId } = await environment().tenant();
    const app = await useEndpoint();
    const folder = useFolder();
    const env = { TRADEPOST_API_KEY: key, XDG_STATE_HOME: folder };
    const args = ['listen', '--forward', app.url, '--base-url', environment().baseUrl, '--json'];

    await tp.products.create({ name: 'A', sku: 'A', price: 1 });
    const first = start([...args, '--from', 'beginning'], env);
    await expect.poll(() => first.output.out, { timeout: 90_000 }).toContain('\n');
    expect(JSON.parse(first.output.out)).toMatchObject({ event_type: 'product.created', status: 204 });
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    expect(first.output.err).toContain('Stopped.');

    const [file] = readdirSync(path.join(folder, 'tradepost'));
    expect(file).toMatch(new RegExp(`^listen-127\\.0\\.0\\.1_\\d+-${tenantId}\\.json$`));
    await tp.products.create({ name: 'B', sku: 'B', price: 1 });
    const second = start(args, env);
    await expect.poll(() => app.received.length, { timeout: 90_000 }).toBe(2);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
    expect(JSON.parse(app.received[1]!.body.toString()).data.product.name).toBe('B');
    expect(first.output.err + second.output.err).not.toContain(key);
  });

  it('exits with 1 for an unknown key and says what to do', async () => {
    const key = `tp_${'x'.repeat(38)}`;
    const args = ['listen', '--forward', 'http://127.0.0.1:9/', '--base-url', environment().baseUrl];
    const { ended, output } = start(args, { TRADEPOST_API_KEY: key, XDG_STATE_HOME: useFolder() });
    expect(await ended).toBe(1);
    expect(output.err).toContain('rejected the key in TRADEPOST_API_KEY');
    expect(output.err).not.toContain(key);
  });

  it('prints its usage with --help', async () => {
    const { ended, output } = start(['--help']);
    expect(await ended).toBe(0);
    expect(output.out).toContain('npx @tradepost/sdk listen --forward URL');
  });
});

describe('the command line of listen', () => {
  const key = { TRADEPOST_API_KEY: 'tp_x' };
  const whole = ['listen', '--forward', 'http://localhost:4000/hooks', '--base-url', 'http://localhost:3000'];

  it('is read together with the environment', () => {
    const env = {
      ...key,
      TRADEPOST_URL: 'http://localhost:3000',
      TRADEPOST_WEBHOOK_SECRET: OTHER_SECRET,
    };
    const options = readOptions([...whole.slice(0, 3), '--events', 'order.created, product.updated'], env);
    expect(options).toEqual({
      apiKey: 'tp_x',
      baseUrl: 'http://localhost:3000',
      forward: new URL('http://localhost:4000/hooks'),
      eventTypes: new Set(['order.created', 'product.updated']),
      from: undefined,
      stateFile: undefined,
      json: false,
      secret: OTHER_SECRET,
    });
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['another command', ['send'], key, /The commands are listen and trigger\./],
    ['no key', whole, {}, /TRADEPOST_API_KEY is not set\./],
    ['no URL', ['listen', '--base-url', 'http://localhost'], key, /--forward is missing\./],
    ['no installation', whole.slice(0, 3), key, /--base-url is missing\./],
    ['a URL with another scheme', [...whole, '--forward', 'ftp://x'], key, /--forward is not an http/],
    ['a password in the URL', [...whole, '--forward', 'http://a:b@x'], key, /without a password/],
    ['malformed event types', [...whole, '--events', 'order created'], key, /--events is not a list/],
    ['a misspelled event type', [...whole, '--events', 'order.create'], key, /knows no 'order\.create'/],
    ['an unknown start', [...whole, '--from', 'yesterday'], key, /--from is neither/],
    ['an unknown flag', [...whole, '--api-key', 'tp_x'], key, /Unknown option '--api-key'/],
    ['a short secret', whole, { ...key, TRADEPOST_WEBHOOK_SECRET: 'short' }, /TRADEPOST_WEBHOOK_SECRET has/],
    [
      'a line break',
      whole,
      { ...key, TRADEPOST_WEBHOOK_SECRET: `${OTHER_SECRET}\n` },
      /has the character U\+000a/,
    ],
  ])('is refused with %s', (_what, args, env, words) => {
    expect(() => readOptions(args, env)).toThrow(words);
  });
});
