import { once } from 'node:events';
import { expect, inject, it, onTestFinished } from 'vitest';
import { type Env, spawnCommand } from '../../support/command.ts';
import { TEMPLATE } from '../../support/database-server.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { useTcpServer } from '../../support/stub-tcp-server.ts';
import { SECRET_KEY } from '../../support/test-environment.ts';

it('a first SIGTERM waits for the balancer, and a second one exits with 1 at once', async () => {
  const database = await ownDatabase(inject('serverUrl'), TEMPLATE);
  onTestFinished(() => database.drop());
  const child = spawnCommand(['serve', '--json'], {
    PORT: '0',
    DATABASE_URL: database.url,
    TRADEPOST_SECRET_KEY: SECRET_KEY,
    SHUTDOWN_DELAY: '10m',
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { address, health_address } = JSON.parse(line.toString()) as Record<string, string>;
  expect(health_address).toBe(address);
  child.kill('SIGTERM');
  const ready = async () => {
    const response = await fetch(`${address}/readyz`);
    return [response.status, response.headers.get('connection')];
  };
  await expect.poll(ready).toEqual([503, 'close']);
  // The echo that npm makes of a signal doesn't count.
  child.kill('SIGTERM');
  const again = setInterval(() => child.kill('SIGTERM'), 100);
  const [code] = await closed.finally(() => clearInterval(again));
  expect(code).toBe(1);
  expect(errors).toContain('stopping: got SIGTERM');
  expect(errors).toContain('stopping at once, with requests or deliveries in progress: got SIGTERM again');
});

const serve = (env: Env, ...args: string[]) => start(['serve', '--json', ...args], env);

async function start(args: readonly string[], env: Env) {
  const child = spawnCommand(args, {
    TRADEPOST_SECRET_KEY: SECRET_KEY,
    PORT: '0',
    ...env,
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return (await closed)[0];
  };
  const ended = closed.then(([code, signal]) => code ?? signal);
  return { logged: () => errors, stop, ended };
}

async function useDatabase(): Promise<string> {
  const database = await ownDatabase(inject('serverUrl'), TEMPLATE);
  onTestFinished(() => database.drop());
  return database.url;
}

const STOPPED = 'stopping before the start is complete: got SIGTERM';
const timesIn = (text: string, words: string): number => text.split(words).length - 1;

const asModule = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
/** pg is loaded with the program, which holds signals by then, long before anything of it runs. */
const LOADER =
  "export async function resolve(name, context, next) { if (name === 'pg') process.kill(process.pid, 'SIGTERM'); return next(name, context); }";
const STOP_WHILE_LOADING = asModule(
  `import { register } from 'node:module'; register(${JSON.stringify(asModule(LOADER))});`,
);

it.each([
  [['serve'], 0],
  [['serve', '--processes', '2'], 0],
  [['migrate'], 143],
])('SIGTERM while the program is loaded ends %j with %i, as later in the start', async (args, code) => {
  const DATABASE_URL = `postgres://u:p@127.0.0.1:${await useTcpServer()}/x`;
  const { logged, ended } = await start(args, {
    DATABASE_URL,
    NODE_OPTIONS: `--import=${STOP_WHILE_LOADING}`,
  });
  expect([await ended, timesIn(logged(), STOPPED)]).toEqual([code, 1]);
});

it('SIGTERM as soon as the port answers stops like any other', async () => {
  const PORT = String(await freePort());
  const { logged, stop } = await serve({ DATABASE_URL: await useDatabase(), PORT });
  while (!(await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined)));
  expect([await stop(), timesIn(logged(), 'stopping: got SIGTERM')]).toEqual([0, 1]);
});

it.each([[[]], [['--processes', '2']]])(
  'SIGTERM ends the wait for a silent database, with %j',
  async (args) => {
    const DATABASE_URL = `postgres://u:p@127.0.0.1:${await useTcpServer()}/x`;
    const { logged, stop } = await serve({ DATABASE_URL }, ...args);
    await expect.poll(logged).toContain('waiting for the database');
    expect([await stop(), timesIn(logged(), STOPPED)]).toEqual([0, 1]);
  },
);

const LOCK = 'SELECT pg_advisory_lock(7403201)';

it('SIGTERM ends the wait for a migration that works, which DATABASE_START_TIMEOUT does not', async () => {
  const DATABASE_URL = await useDatabase();
  await onServer(DATABASE_URL, async (client) => {
    await client.query(LOCK);
    const working = client.query('SELECT pg_sleep(600)').catch(() => {});
    const { logged, stop } = await serve({ DATABASE_URL, DATABASE_START_TIMEOUT: '1s' });
    const message = 'holds the lock and works';
    await expect.poll(() => timesIn(logged(), message)).toBeGreaterThan(2);
    expect([await stop(), timesIn(logged(), STOPPED)]).toEqual([0, 1]);
    await onServer(DATABASE_URL, (other) =>
      other.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%'`,
      ),
    );
    await working;
  });
});

// Whoever waits for `migrate` mustn't take the database for migrated.
it.each([
  ['serve', 0],
  ['migrate', 143],
])('SIGTERM cancels the statement of a migration, and %s exits with %i', async (command, code) => {
  const DATABASE_URL = await useDatabase();
  // Each time a connection of its own: within a transaction, pg_stat_activity doesn't change.
  const waiting = () =>
    onServer(DATABASE_URL, async (client) => {
      const { rowCount } = await client.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tradepost migrate' AND wait_event_type = 'Lock'",
      );
      return rowCount;
    });
  await onServer(DATABASE_URL, async (client) => {
    await client.query('BEGIN; LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE');
    const { logged, stop } = await start([command], { DATABASE_URL });
    await expect.poll(waiting).toBe(1);
    expect([await stop(), await waiting(), timesIn(logged(), STOPPED)]).toEqual([code, 0, 1]);
    await client.query('ROLLBACK');
  });
});
