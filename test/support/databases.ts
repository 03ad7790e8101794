import { randomBytes } from 'node:crypto';
import pg from 'pg';

export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface OwnDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database for one test by copying the template, which takes about 40 ms. */
export async function ownDatabase(serverUrl: string, template: string): Promise<OwnDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  );
  return {
    url: serverUrl.replace(/\/tradepost$/, `/${name}`),
    drop: () =>
      onServer(serverUrl, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}
