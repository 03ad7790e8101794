import path from 'node:path';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { onServer } from './databases.ts';
import {
  copyOf,
  initialize,
  type PostgresServer,
  postgresFolder,
  removeFolder,
  startPostgres,
} from './postgres-cluster.ts';

/** A write is acknowledged once the standby has it, so a failover loses nothing. */
const EVERY_STANDBY = '*';

export interface PrimaryAndStandby {
  /** Both hosts, in the order of the first start. */
  readonly url: string;
  /** The one that is the primary now. */
  readonly primaryUrl: () => string;
  /** Kills the primary, and promotes the standby. */
  failOver(): Promise<void>;
  /** Makes the killed server a standby of the new primary. */
  rejoin(): Promise<void>;
  /** Starts another standby, which the primary doesn't wait for. */
  addReplica(): Promise<Replica>;
  close(): Promise<void>;
}

export interface Replica extends PostgresServer {
  /** Has it follow the server that is the primary now. */
  followPrimary(): Promise<void>;
}

export interface PrimaryAndReplica {
  readonly primary: PostgresServer;
  readonly replica: PostgresServer;
  /** Starts a replica that was killed. */
  restart(): Promise<void>;
  /** Starts another replica. */
  addReplica(): Promise<PostgresServer>;
  close(): Promise<void>;
}

/** A primary with the schema, and a standby that the primary doesn't wait for. */
export async function startPrimaryAndReplica(): Promise<PrimaryAndReplica> {
  const folder = await postgresFolder();
  const data = path.join(folder, 'replica');
  await initialize(path.join(folder, 'primary'));
  const primary = await startPostgres(path.join(folder, 'primary'));
  await migrate(primary.url);
  await copyOf(primary.port, data, ['-R', '-X', 'stream']);
  const replica = await startPostgres(data);
  let running = replica;
  const more: PostgresServer[] = [];
  return {
    primary,
    addReplica: async () => {
      const copy = path.join(folder, `replica-${more.length + 2}`);
      await copyOf(primary.port, copy, ['-R', '-X', 'stream']);
      const added = await startPostgres(copy);
      more.push(added);
      return added;
    },
    replica: { ...replica, kill: () => running.kill() },
    restart: async () => {
      running = await startPostgres(data, {}, replica.port);
    },
    close: async () => {
      await Promise.all([primary, running, ...more].map((server) => server.stop()));
      await removeFolder(folder);
    },
  };
}

/** A primary with the schema, and a standby that follows it by synchronous streaming replication. */
export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const folder = await postgresFolder();
  let copies = 0;
  const nextCopy = (): string => path.join(folder, `copy-${++copies}`);
  await initialize(path.join(folder, 'first'));
  let primary = await startPostgres(path.join(folder, 'first'));
  await migrate(primary.url);
  let standby = await follow(primary, nextCopy());
  const url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`;
  let lostPort = primary.port;
  const replicas: PostgresServer[] = [];
  return {
    url,
    addReplica: async () => {
      const data = nextCopy();
      await copyOf(primary.port, data, ['-R', '-X', 'stream']);
      const replica = await startPostgres(data);
      replicas.push(replica);
      const followPrimary = () =>
        onServer(replica.url, async (client) => {
          const source = `host=127.0.0.1 port=${primary.port} user=postgres`;
          await client.query(`ALTER SYSTEM SET primary_conninfo = '${source}'`);
          await client.query('SELECT pg_reload_conf()');
        });
      return { ...replica, followPrimary };
    },
    primaryUrl: () => primary.url,
    failOver: async () => {
      lostPort = primary.port;
      await primary.kill();
      primary = standby;
      await onServer(primary.url, (client) => client.query('SELECT pg_promote()'));
    },
    rejoin: async () => {
      standby = await follow(primary, nextCopy(), lostPort);
    },
    close: async () => {
      await Promise.all([primary, standby, ...replicas].map((server) => server.stop()));
      await removeFolder(folder);
    },
  };
}

/** The primary commits only with the standby from here on. Until now there was none to wait for. */
async function follow(primary: PostgresServer, data: string, port?: number): Promise<PostgresServer> {
  await synchronous(primary, '');
  await copyOf(primary.port, data, ['-R', '-X', 'stream']);
  const standby = await startPostgres(data, {}, port);
  await onServer(primary.url, async (client) => {
    const isStreaming = async () =>
      (await client.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).rowCount;
    while (!(await isStreaming())) await client.query('SELECT pg_sleep(0.05)');
  });
  await synchronous(primary, EVERY_STANDBY);
  return standby;
}

const synchronous = ({ url }: PostgresServer, names: string) =>
  onServer(url, async (client) => {
    await client.query('SET synchronous_commit = local');
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await client.query('SELECT pg_reload_conf()');
  });
