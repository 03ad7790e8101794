import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { DOCUMENT_REVISIONS } from '../../../server/db/documents/revisions.ts';
import { ownDatabase } from '../../support/databases.ts';
import { type Column, insertDocumentRows } from '../../support/document-rows.ts';

async function connect(): Promise<pg.Client> {
  const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return client;
}

/** What the trigger computes, or completes with members of its own. */
const COMPUTED =
  /^(payment_status|placed_at|payment_confirmed|addresses|conditions|shipping|items|payments)$/;

/** SQL for what a document shows of a column. */
const shown = ({ name, type }: Column): string =>
  type.startsWith('timestamp') ? `to_jsonb(iso(${name}))` : `to_jsonb(${name})`;

/** SQL for a column with what the document says and what it should say; null if the document doesn't have it. */
const compared = (column: Column): string => {
  const stored = `document::jsonb -> '${column.name}'`;
  return `CASE WHEN document::jsonb ? '${column.name}'
    THEN jsonb_build_array('${column.name}', ${stored}, ${shown(column)}) END`;
};

it.each(Object.keys(DOCUMENT_REVISIONS))(
  'a document of %s has the values of its row, whether they are null or not',
  async (table) => {
    const client = await connect();
    const columns = await insertDocumentRows(client, table);
    const sql = columns.filter(({ name }) => !COMPUTED.test(name)).map(compared);
    const { rows } = await client.query<{ all: ([string, unknown, unknown] | null)[] }>(
      `SELECT jsonb_build_array(${sql.join(', ')}) AS all FROM ${table} ORDER BY id`,
    );
    const [least, most] = rows.map(({ all }) => all.flatMap((one) => (one === null ? [] : [one])));
    for (const [column, stored, want] of [...least!, ...most!])
      expect([column, stored]).toEqual([column, want]);
    expect(least!.map(([column]) => column)).toEqual(most!.map(([column]) => column));
  },
);
