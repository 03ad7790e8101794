import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/db/pool/database.ts';
import { Replicas } from '../../../server/db/replicas/replicas.ts';
import { consistencyTokens } from '../../support/consistency-tokens.ts';
import { onServer } from '../../support/databases.ts';
import { hasPostgresPrograms } from '../../support/postgres-cluster.ts';
import { startPrimaryAndStandby } from '../../support/primary-and-standby.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';

/** Three servers and a promotion take some seconds: only with `npm run program failover`. */
const isLong = Number(process.env.TRADEPOST_FAILOVERS || 1) > 1;
const MAX_LAG_MS = 500;

it.runIf(isLong && hasPostgresPrograms())(
  'reads from the replica that keeps up, and after a failover from the one that follows the new primary',
  async () => {
    const pair = await startPrimaryAndStandby();
    onTestFinished(() => pair.close());
    const replica = await pair.addReplica();
    const standbyPort = pair.url.match(/,127\.0\.0\.1:(\d+)/)![1]!;
    const placeOf = (port: string | number): string => `127.0.0.1:${port}`;
    const db = openDatabase({ url: pair.url, size: 6, preparedStatements: undefined, log: () => {} });
    const monotonicMs = () => performance.now();
    const replicas = new Replicas({
      url: `postgres://postgres@${placeOf(standbyPort)},${placeOf(replica.port)}/postgres`,
      size: 4,
      preparedStatements: undefined,
      primary: db,
      log: pino({ level: 'silent' }),
      monotonicMs,
      tokens: consistencyTokens(),
      nowMs: Date.now,
      maxLagMs: MAX_LAG_MS,
    });
    const environment = await openTestEnvironment({
      database: { url: pair.url, drop: async () => {} },
      env: { DATABASE_URL: pair.url },
      overrides: { db, replicas, monotonicMs },
    });
    onTestFinished(() => environment.close());
    const { tp } = await environment.tenant();
    const usable = async () => {
      await replicas.tick();
      return replicas.list.filter((each) => each.isUsable(monotonicMs())).map(({ place }) => place);
    };
    const until = (places: string[]) =>
      expect.poll(usable, { interval: 20, timeout: 60_000 }).toEqual(places);
    /** A client that writes and reads with its tokens, until a replica has served it. */
    const readsItsWrite = async (name: string) => {
      await expect.poll(() => tp.categories.create({ name }).then(() => 'written', String)).toBe('written');
      const before = replicas.served.replica;
      await expect
        .poll(async () => {
          await replicas.tick();
          expect((await tp.categories.list()).data.map((each) => each.name)).toContain(name);
          return replicas.served.replica;
        })
        .toBeGreaterThan(before);
    };

    await until([placeOf(standbyPort), placeOf(replica.port)]);
    await onServer(replica.url, (client) => client.query('SELECT pg_wal_replay_pause()'));
    await readsItsWrite('Cafés');
    await until([placeOf(standbyPort)]);
    await onServer(replica.url, (client) => client.query('SELECT pg_wal_replay_resume()'));
    await until([placeOf(standbyPort), placeOf(replica.port)]);

    await pair.failOver();
    await expect
      .poll(() => tp.categories.create({ name: 'Chás' }).then(() => 'written', String))
      .toBe('written');
    // One was promoted, and the other one still follows the server that is gone.
    await until([]);
    expect((await tp.categories.list()).data).toHaveLength(2);
    await replica.followPrimary();
    await until([placeOf(replica.port)]);
    await readsItsWrite('Sucos');
  },
);
