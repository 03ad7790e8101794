import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  DeliveryListener,
  type DeliveryListenerDeps,
} from '../../../server/webhooks/queue/delivery-listener.ts';
import { openSilentProxy } from '../../support/silent-proxy.ts';
import { captureLog, emit, subscribed } from '../../support/webhook-fixtures.ts';
import { register } from '../../support/webhooks.ts';

/** The listener reconnects once a second. */
const RECONNECTED = { timeout: 90_000 };

/** A listener for one test, its notifications and its log. */
async function listening(url: string, times: Partial<DeliveryListenerDeps> = {}) {
  const heard: (number | undefined)[] = [];
  const { lines, log } = captureLog();
  const wakeUp = new DeliveryListener({ url, log, onNotify: (tenantId) => heard.push(tenantId), ...times });
  onTestFinished(() => wakeUp.stop());
  await wakeUp.start();
  return { wakeUp, heard, lines };
}

/** Two tenants with an endpoint each. A notification for the second shows that all earlier ones have arrived. */
async function twoTenants() {
  const { environment, context, tenantId } = await subscribed('http://127.0.0.1:9/');
  const second = await environment.tenant();
  await register(context, second.tenantId, 'http://127.0.0.1:9/', ['product.created']);
  const client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const emitOpen = () => client.query(`SELECT emit_event($1, 'product.created', '{}')`, [tenantId]);
  return { environment, context, first: tenantId, second: second.tenantId, client, emitOpen };
}

describe('a delivery listener', () => {
  it('reports first that notifications may have been missed', async () => {
    const { environment } = await twoTenants();
    expect((await listening(environment.databaseUrl)).heard).toEqual([undefined]);
  });

  it('reports a tenant when its deliveries are committed, and not before', async () => {
    const { environment, context, first, second, client, emitOpen } = await twoTenants();
    const { heard } = await listening(environment.databaseUrl);
    await client.query('BEGIN');
    await emitOpen();
    await emit(context, second);
    await expect.poll(() => heard).toEqual([undefined, second]);
    await client.query('COMMIT');
    await expect.poll(() => heard).toEqual([undefined, second, first]);
  });

  it('reports nothing for a rolled back transaction', async () => {
    const { environment, context, second, client, emitOpen } = await twoTenants();
    const { heard } = await listening(environment.databaseUrl);
    await client.query('BEGIN');
    await emitOpen();
    await client.query('ROLLBACK');
    await emit(context, second);
    await expect.poll(() => heard).toEqual([undefined, second]);
  });

  it('reports a tenant once for all events of a transaction', async () => {
    const { environment, context, first, second } = await twoTenants();
    const { heard } = await listening(environment.databaseUrl);
    await emit(context, first, 'product.created', 20);
    await emit(context, second);
    await expect.poll(() => heard).toEqual([undefined, first, second]);
  });

  it('reports nothing for an event without a delivery', async () => {
    const { environment, context, first, second } = await twoTenants();
    const { heard } = await listening(environment.databaseUrl);
    await emit(context, first, 'order.created');
    await emit(context, second);
    await expect.poll(() => heard).toEqual([undefined, second]);
  });
});

describe('a listener that lost its connection', () => {
  it('reconnects when the database closed it, and reports that notifications may have been missed', async () => {
    const { environment, context, first } = await twoTenants();
    const { heard, lines } = await listening(environment.databaseUrl);
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'tradepost listener'`;
    expect(await context.db.query(end, [])).toHaveLength(1);
    await expect.poll(() => heard, RECONNECTED).toEqual([undefined, undefined]);
    await emit(context, first);
    await expect.poll(() => heard).toEqual([undefined, undefined, first]);
    expect(lines).toHaveLength(1);
  });

  it('notices that the connection went silent, and reconnects', async () => {
    const { environment, context, first } = await twoTenants();
    const proxy = await openSilentProxy(environment.databaseUrl);
    onTestFinished(() => proxy.close());
    const { heard } = await listening(proxy.url, { pingIntervalMs: 50, pingTimeoutMs: 500 });
    proxy.silence();
    await expect.poll(() => heard, RECONNECTED).toEqual([undefined, undefined]);
    await emit(context, first);
    await expect.poll(() => heard).toContain(first);
  });

  it('keeps trying while the database is unreachable, and logs one line per attempt', async () => {
    const { environment, context, first } = await twoTenants();
    const proxy = await openSilentProxy(environment.databaseUrl);
    onTestFinished(() => proxy.close());
    await proxy.goAway();
    const { heard, lines } = await listening(proxy.url);
    expect([heard, lines.length]).toEqual([[], 1]);
    await expect.poll(() => lines.length, RECONNECTED).toBe(2);
    await proxy.comeBack();
    await expect.poll(() => heard, RECONNECTED).toEqual([undefined]);
    await emit(context, first);
    await expect.poll(() => heard).toEqual([undefined, first]);
  });
});

/** A listener in a child process, its output and its exit. */
function listener(url: string) {
  const fixture = fileURLToPath(new URL('wake-up.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', fixture, url], { stdio: 'pipe' });
  const said: string[] = [];
  child.stdout.on('data', (chunk) => said.push(...String(chunk).trim().split('\n')));
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, said, ended };
}

/** How long a listener may take to end: much less than the timeouts that would end it anyway. */
const ENDS_WITHIN_MS = 4_000;

async function endedInTime(ended: Promise<[number | null, unknown]>): Promise<number | null | 'still there'> {
  const deadline = new Promise<'still there'>((resolve) => {
    const timer = setTimeout(() => resolve('still there'), ENDS_WITHIN_MS);
    onTestFinished(() => clearTimeout(timer));
  });
  return Promise.race([ended.then(([code]) => code), deadline]);
}

describe('a stopped listener', () => {
  it('leaves nothing behind that keeps the process alive', async () => {
    const { environment } = await twoTenants();
    const { child, said, ended } = listener(environment.databaseUrl);
    await expect.poll(() => said, RECONNECTED).toContain('heard undefined');
    child.kill('SIGTERM');
    expect(await endedInTime(ended)).toBe(0);
    expect(said).toEqual(['started', 'heard undefined']);
  });

  it('leaves nothing behind when its connection was silent', async () => {
    const { environment } = await twoTenants();
    const proxy = await openSilentProxy(environment.databaseUrl);
    onTestFinished(() => proxy.close());
    const { child, said, ended } = listener(proxy.url);
    await expect.poll(() => said, RECONNECTED).toContain('heard undefined');
    proxy.silence();
    child.kill('SIGTERM');
    expect(await endedInTime(ended)).toBe(0);
  });

  it('leaves nothing behind when it was waiting to reconnect or reconnecting', async () => {
    const { child, said, ended } = listener('postgres://nobody@127.0.0.1:1/none');
    await expect.poll(() => said, RECONNECTED).toContain('lost');
    child.kill('SIGTERM');
    expect(await endedInTime(ended)).toBe(0);
  });
});
