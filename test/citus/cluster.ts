import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { onServer } from '../support/databases.ts';
import {
  copyOf,
  initialize,
  type PostgresServer,
  postgresFolder,
  removeFolder,
  startPostgres,
} from '../support/postgres-cluster.ts';

export interface CitusServers {
  /** Of the coordinator, then of each worker; all of the same database. */
  readonly urls: readonly [coordinator: string, ...workers: string[]];
  close(): Promise<void>;
}

const WORKERS = 2;
/** What the tests want otherwise than deploy/citus: few shards, so that they hold several tenants each, and no certificates. */
const OF_TESTS = {
  full_page_writes: 'off',
  'citus.shard_count': '4',
  'citus.node_conninfo': 'sslmode=prefer',
  'citus.enable_statistics_collection': 'off',
};
const SETTING = /^([\w.]+) = '?([^'\n]*)'?$/gm;
const deployed = readFileSync(new URL('../../deploy/citus/postgresql.conf', import.meta.url), 'utf8');
const SETTINGS = {
  ...Object.fromEntries([...deployed.matchAll(SETTING)].map(([, name, value]) => [name!, value!])),
  ...OF_TESTS,
};

/** The cluster of CITUS_COORDINATOR_URL, or one of its own if Debian's PostgreSQL has the extension. */
export const openCitus = (): Promise<CitusServers> => {
  const given = process.env.CITUS_COORDINATOR_URL;
  return given === undefined ? startCluster() : givenCluster(given);
};

async function givenCluster(coordinator: string): Promise<CitusServers> {
  const nodes = await onServer(coordinator, workersOf);
  const workers = nodes.map(({ node_name, node_port }) => {
    const url = new URL(coordinator);
    url.hostname = node_name;
    url.port = String(node_port);
    return url.href;
  });
  return { urls: [coordinator, ...workers], close: async () => {} };
}

interface Node {
  readonly node_name: string;
  readonly node_port: string;
}

const workersOf = async (client: Client): Promise<Node[]> =>
  (await client.query<Node>('SELECT node_name, node_port FROM citus_get_active_worker_nodes()')).rows;

/** A cluster whose machines can be killed. The coordinator is number 0. */
export interface OwnCluster extends CitusServers {
  /** Of their processes, in the same order. */
  readonly pids: () => readonly number[];
  /** As a power failure does. */
  kill(node: number): Promise<void>;
  /** With what its disk has. */
  restart(node: number): Promise<void>;
  /** The URL of one more, which isn't a part of any database's cluster yet. */
  add(): Promise<string>;
  /** The URL of a standby that has what is committed before anybody hears of it. */
  addStandby(node: number): Promise<string>;
}

export async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<OwnCluster> {
  const folder = await postgresFolder();
  const servers: PostgresServer[] = [];
  const dataOf = (node: number): string => path.join(folder, String(node));
  const add = async (): Promise<string> => {
    const data = dataOf(servers.length);
    await initialize(data);
    const server = await startPostgres(data, { ...SETTINGS, ...settings });
    servers.push(server);
    return server.url;
  };
  const addStandby = async (node: number): Promise<string> => {
    const { url, port } = servers[node]!;
    const data = dataOf(servers.length);
    await copyOf(port, data, ['--write-recovery-conf']);
    const server = await startPostgres(data, { ...SETTINGS, ...settings });
    servers.push(server);
    await onServer(url, async (client) => {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
      await client.query('SELECT pg_reload_conf()');
    });
    return server.url;
  };
  while (servers.length <= WORKERS) await add();
  const [coordinator, ...workers] = servers.map(({ url }) => url);
  return {
    urls: [coordinator!, ...workers],
    pids: () => servers.map(({ pid }) => pid),
    add,
    addStandby,
    kill: (node) => servers[node]!.kill(),
    restart: async (node) => {
      servers[node] = await startPostgres(dataOf(node), { ...SETTINGS, ...settings }, servers[node]!.port);
    },
    close: async () => {
      for (const server of servers) await server.stop();
      await removeFolder(folder);
    },
  };
}

/** Creates a database on each machine, and makes them one cluster. */
export async function createCitusDatabase(urls: CitusServers['urls'], name: string): Promise<string> {
  const databases = urls.map((url) => databaseOf(url, name));
  for (const url of urls) await onServer(url, (client) => client.query(`CREATE DATABASE ${name}`));
  for (const url of databases) await onServer(url, (client) => client.query('CREATE EXTENSION citus'));
  const [coordinator, ...workers] = databases as [string, ...string[]];
  await onServer(coordinator, async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', addressOf(coordinator));
    for (const worker of workers) await client.query('SELECT citus_add_node($1, $2)', addressOf(worker));
  });
  return coordinator;
}

export function databaseOf(url: string, name: string): string {
  const database = new URL(url);
  database.pathname = `/${name}`;
  return database.href;
}

export function addressOf(url: string): [host: string, port: number] {
  const { hostname, port } = new URL(url);
  return [hostname, Number(port || 5432)];
}

/** Nobody connects to it from now on, Citus' own process neither, so that it can be copied. */
export async function closeToConnections(urls: CitusServers['urls'], name: string): Promise<void> {
  for (const url of urls)
    await onServer(url, async (client) => {
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    });
}
