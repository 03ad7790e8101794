import pino from 'pino';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/db/pool/database.ts';
import { statement } from '../../../server/db/sql/statement.ts';
import { createLog, serializers } from '../../../server/main/log.ts';
import { ownDatabase } from '../../support/databases.ts';

const toInteger = statement('test: cast to integer', 'SELECT :value::text::integer AS n');

/** What a client may have sent: with quotes, colons and line breaks, because messages quote it unescaped. */
const SECRET = 'Maria": "Souza\n529.982.247-25';
const CASES: readonly (readonly [sql: string, code: string, message: string])[] = [
  ['SELECT $1::text::integer', '22P02', 'invalid input syntax for type integer: …'],
  ['SELECT $1::text::timestamptz', '22007', 'invalid input syntax for type timestamp with time zone: …'],
  ['SELECT $1::text::jsonb', '22P02', 'invalid input syntax for type json'],
  ['SELECT $1::text::uuid', '22P02', 'invalid input syntax for type uuid: …'],
  ["SELECT ('{' || $1::text)::integer[]", '22P02', 'malformed array literal: …'],
  [
    "SELECT (replace($1::text, $1::text, '99999999999'))::integer",
    '22003',
    'value "…" is out of range for type integer',
  ],
  ['SELECT $1::text::varchar(3) FROM missing', '42P01', 'relation "missing" does not exist'],
  [
    'INSERT INTO names VALUES ($1)',
    '23514',
    'new row for relation "names" violates check constraint "short"',
  ],
  [
    'INSERT INTO names VALUES (left($1, 3)), (left($1, 3))',
    '23505',
    'duplicate key value violates unique constraint "names_pkey"',
  ],
  ['SELECT complain($1)', 'P0001', 'nobody is called "…"'],
];

it('logs the message of every database error, without the values that PostgreSQL quotes', async () => {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const db = openDatabase({ url: own.url, size: 1, preparedStatements: true, log: () => {} });
  onTestFinished(async () => {
    await db.close();
    await own.drop();
  });
  await db.query('CREATE TABLE names (name text PRIMARY KEY CONSTRAINT short CHECK (length(name) < 9))', []);
  await db.query(
    `CREATE FUNCTION complain(name text) RETURNS void LANGUAGE plpgsql AS
     $$ BEGIN RAISE 'nobody is called "%"', name; END $$`,
    [],
  );
  const lines: string[] = [];
  // Without the time and the process, whose digits could be those of the secret.
  const log = pino(
    { serializers, base: null, timestamp: false },
    { write: (line: string) => void lines.push(line) },
  );
  for (const [sql] of CASES)
    await db.query(sql, [SECRET]).catch((err: unknown) => log.error({ err }, 'failed'));
  await toInteger(db, { value: SECRET }).catch((err: unknown) => log.error({ err }, 'failed'));
  const errors = lines.map((line) => JSON.parse(line).err);
  expect(errors.slice(0, -1).map(({ code, message }) => [code, message])).toEqual(
    CASES.map(([, code, message]) => [code, message]),
  );
  expect(errors.at(-1)).toMatchObject({ statement: 'test: cast to integer', code: '22P02' });
  expect(lines.join('')).not.toMatch(/Maria|Souza|529\.?982|247-?25/);
});

it('puts the process, its roles and its version into every line', () => {
  const log = createLog({ logLevel: 'silent' }, ['api', 'worker']);
  // What pino writes into each line; bindings() leaves out the pid.
  const inEachLine = (log as unknown as Record<symbol, string>)[pino.symbols.chindingsSym];
  expect(JSON.parse(`{${inEachLine!.slice(1)}}`)).toEqual({
    pid: process.pid,
    role: 'api,worker',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});
