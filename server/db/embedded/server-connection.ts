import { Socket } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { SUPERUSER } from './cluster.ts';

/** One of our servers, running. */
export interface Server {
  readonly cluster: string;
  readonly pid: number;
  readonly port: number;
  readonly password: string;
}

export interface ServerConnection {
  readonly client: pg.Client;
  readonly socket: Socket;
}

export const DATABASE = 'tradepost';

const HOST = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 5_000;
/** CREATE DATABASE waits for the disk. */
const QUERY_TIMEOUT_MS = 30_000;

export function serverUrl(server: Server): string {
  return `postgres://${SUPERUSER}:${server.password}@${HOST}:${server.port}/${DATABASE}`;
}

/**
 * Connects, and verifies that the server is ours: it accepts our password and runs our cluster. The connection is to the
 * database `postgres`, because one to `tradepost` would prevent its use as a template.
 */
export async function connect(server: Server, purpose: string): Promise<ServerConnection> {
  const socket = new Socket();
  const client = newClient(server, purpose, socket);
  client.on('error', () => {}); // an 'end' follows; without a listener the error would end the process
  try {
    await client.connect();
    await assertOurs(client, server);
    return { client, socket };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Sets everything explicitly, so that no PG* environment variable applies. */
function newClient(server: Server, purpose: string, socket: Socket): pg.Client {
  return new pg.Client({
    host: HOST,
    port: server.port,
    user: SUPERUSER,
    password: server.password,
    database: 'postgres',
    application_name: purpose,
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    stream: () => socket,
  });
}

async function assertOurs(client: pg.Client, server: Server): Promise<void> {
  const { rows } = await client.query<{ folder: string }>(
    `SELECT current_setting('data_directory') AS folder`,
  );
  const folder = rows[0]?.folder ?? '';
  if (path.resolve(folder) === server.cluster) return; // PostgreSQL has / on Windows too
  throw new Error(`The PostgreSQL on port ${server.port} runs ${folder}, not ${server.cluster}.`);
}

export async function hasDatabase({ client }: ServerConnection): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  return rows.length > 0;
}

export async function ensureDatabase(connection: ServerConnection): Promise<void> {
  if (!(await hasDatabase(connection))) await connection.client.query(`CREATE DATABASE ${DATABASE}`);
}
