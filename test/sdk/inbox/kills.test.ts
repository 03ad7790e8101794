import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { CREATE_TABLE } from '../../../sdk/src/webhooks/inbox/index.ts';
import { signTestDelivery } from '../../../sdk/src/webhooks/testing/index.ts';
import { SECRET } from '../webhooks/deliveries.ts';
import { kill } from '../webhooks/example-app.ts';
import { usePostgres } from '../webhooks/open-stores.ts';

/** The long form is `TRADEPOST_KILLS=100 npm test -- test/sdk/inbox/kills.test.ts`. */
const KILLS = Number(process.env.TRADEPOST_KILLS ?? 15);
const MOST_LINES = 20; // of one life, so that it's killed while it receives, claims, handles, commits and removes
const LEASE_MS = 100;
const SENDERS = 3;

const root = fileURLToPath(new URL('../../../', import.meta.url));

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('killed-inbox.fixture.ts', import.meta.url))],
    // With pg, which takes longer to import than all else, a hundred times.
    ...{ bundle: true, write: false, format: 'cjs', platform: 'node', external: ['pg-native'] },
  });
  return outputFiles[0]!.text;
}

/** The app, started again after each kill, and the address of the one that runs. */
class KilledApp {
  readonly #program: string;
  readonly #databaseUrl: string;
  #child: ChildProcess | undefined;
  url = 'http://127.0.0.1:9/hooks'; // nothing listens there

  constructor(program: string, databaseUrl: string) {
    this.#program = program;
    this.#databaseUrl = databaseUrl;
  }

  /** Lives until it has printed that many lines. */
  async live(lines: number): Promise<void> {
    const child = spawn(process.execPath, ['--input-type=commonjs'], {
      cwd: root,
      env: { PATH: process.env.PATH, DATABASE_URL: this.#databaseUrl, SECRET, LEASE_MS: String(LEASE_MS) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child = child;
    child.stdin.end(this.#program);
    let printed = 0;
    for await (const line of createInterface(child.stdout)) {
      printed += 1;
      if (line.startsWith('listens ')) this.url = `http://127.0.0.1:${line.slice(8)}/hooks`;
      if (printed === lines) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL'); // it didn't end by itself
  }

  async stop(): Promise<void> {
    if (this.#child) await kill(this.#child);
  }
}

it(`loses nothing and handles nothing twice when it is killed ${KILLS} times`, {
  timeout: 600_000,
}, async () => {
  const { pool, url } = await usePostgres();
  await pool.query(CREATE_TABLE);
  await pool.query('CREATE TABLE orders_seen (order_id bigint)');
  const app = new KilledApp(await bundle(), url);
  onTestFinished(() => app.stop());

  let sent = 0;
  let sending = true;
  /** Like Tradepost: sends an event until it gets a 200, if it takes several lives. */
  async function send(): Promise<void> {
    while (sending) {
      sent += 1;
      const event = { event_type: 'order.created', event_id: `event ${sent}`, data: { order_id: sent } };
      const delivery = await signTestDelivery({ secret: SECRET, event });
      for (let ok = false; !ok; ) {
        ok = await fetch(app.url, delivery).then(
          (response) => response.ok,
          () => false,
        );
        if (!ok) await new Promise((resolve) => setTimeout(resolve, 10)); // no app at the moment
      }
    }
  }
  const senders = Array.from({ length: SENDERS }, send);
  for (let life = 1; life <= KILLS; life += 1) await app.live(2 + ((life * 7) % MOST_LINES));
  sending = false;

  const last = app.live(Number.POSITIVE_INFINITY).catch(() => {});
  await Promise.all(senders);
  await expect
    .poll(async () => (await pool.query('SELECT 1 FROM tradepost_webhook_inbox')).rows.length)
    .toBe(0);
  await app.stop();
  await last;

  const { rows } = await pool.query(
    'SELECT order_id::int AS id, count(*)::int FROM orders_seen GROUP BY 1 ORDER BY 1',
  );
  expect(sent).toBeGreaterThan(KILLS);
  expect(rows).toEqual(Array.from({ length: sent }, (_, n) => ({ id: n + 1, count: 1 })));
});
