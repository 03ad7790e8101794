import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { type EndpointKey, endpointOf, endpoints } from '../endpoint-key.ts';
import { headersContext } from './headers.ts';
import { secretContext } from './secrets.ts';

/** Endpoints per query: about 100 kB. */
const PAGE_SIZE = 500;

interface EncryptedSecrets extends EndpointKey {
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly headers: Buffer | null;
  /** The previous secret no longer signs. */
  readonly expired: boolean;
}

const selectSecrets = () =>
  endpoints().select(
    'tenant_id as tenantId',
    'id',
    'secret',
    'previous_secret as previousSecret',
    'headers',
    build.raw('coalesce(previous_secret_until <= statement_timestamp(), false) AS expired'),
  );

async function* allSecrets(db: Querier): AsyncGenerator<EncryptedSecrets> {
  const pageAfter = ({ tenantId, id }: EndpointKey): Promise<EncryptedSecrets[]> => {
    const page = selectSecrets().whereRaw('(tenant_id, id) > (?, ?)', [tenantId, id]);
    return runQuery(db, page.orderBy(['tenant_id', 'id']).limit(PAGE_SIZE));
  };
  let rows = await pageAfter({ tenantId: 0, id: 0 });
  while (rows.length > 0) {
    yield* rows;
    rows = await pageAfter(rows.at(-1)!);
  }
}

export type SecretCounts = Readonly<Record<'current' | 'previous' | 'unreadable', number>>;

/** Counts endpoints by the key that decrypts their secrets. */
export async function countSecrets(db: Querier, box: SecretBox): Promise<SecretCounts> {
  const counts = { current: 0, previous: 0, unreadable: 0 };
  for await (const row of allSecrets(db)) counts[neededKey(box, row)] += 1;
  return counts;
}

/** The older of the keys that an endpoint's secrets need. */
function neededKey(box: SecretBox, row: EncryptedSecrets) {
  const context = secretContext(row.tenantId, row.id);
  const secrets = [row.secret, row.expired ? null : row.previousSecret];
  const keys = secrets.flatMap((sealed) => (sealed ? [box.tryOpen(sealed, context)?.key] : []));
  if (row.headers) keys.push(box.tryOpen(row.headers, headersContext(row))?.key);
  if (keys.includes(undefined)) return 'unreadable';
  return keys.includes('previous') ? 'previous' : 'current';
}

export interface ReencryptionCounts {
  readonly webhooks: number;
  readonly reencrypted: number;
  /** Neither key decrypts them. They stay as they are. */
  readonly unreadable: number;
}

/**
 * Encrypts with the current key what the previous one encrypted, row by row: this holds no locks beside a running service,
 * and after an interruption it can simply be run again.
 */
export async function reencryptSecrets(db: Querier, box: SecretBox): Promise<ReencryptionCounts> {
  const counts = { webhooks: 0, reencrypted: 0, unreadable: 0 };
  for await (const row of allSecrets(db)) {
    const result = await reencryptRow(db, box, row);
    counts.webhooks += 1;
    if (result !== 'current') counts[result] += 1;
  }
  return counts;
}

/** Starts over with the row as it is now when somebody has changed it in the meantime. */
async function reencryptRow(
  db: Querier,
  box: SecretBox,
  row: EncryptedSecrets,
): Promise<'current' | 'reencrypted' | 'unreadable'> {
  for (let found: EncryptedSecrets | undefined = row; found; found = await findSecrets(db, found)) {
    const fresh = reencrypted(box, found);
    const isChanged = (['secret', 'previousSecret', 'headers'] as const).some(
      (name) => fresh[name] !== found![name],
    );
    if (!isChanged || (await replaceSecrets(db, found, fresh))) {
      if (neededKey(box, found) === 'unreadable') return 'unreadable';
      return isChanged ? 'reencrypted' : 'current';
    }
  }
  return 'current';
}

type Sealed = Pick<EncryptedSecrets, 'secret' | 'previousSecret' | 'headers'>;

function reencrypted(box: SecretBox, row: EncryptedSecrets): Sealed {
  const context = secretContext(row.tenantId, row.id);
  return {
    secret: reencrypt(box, row.secret, context),
    previousSecret: row.previousSecret && !row.expired ? reencrypt(box, row.previousSecret, context) : null,
    headers: row.headers && reencrypt(box, row.headers, headersContext(row)),
  };
}

/** Returns the same buffer when nothing needs to be done, or nothing can be. */
function reencrypt(box: SecretBox, encrypted: Buffer, context: string): Buffer {
  const opened = box.tryOpen(encrypted, context);
  return opened?.key === 'previous' ? box.seal(opened.text, context) : encrypted;
}

const findSecrets = (db: Querier, { tenantId, id }: EndpointKey): Promise<EncryptedSecrets | undefined> =>
  firstOf(db, selectSecrets().where({ tenant_id: tenantId, id }));

const columnsOf = ({ secret, previousSecret, headers }: Sealed) => ({
  secret,
  previous_secret: previousSecret,
  headers,
});

/** Returns false when the row is no longer as it was read. */
async function replaceSecrets(db: Querier, row: EncryptedSecrets, fresh: Sealed): Promise<boolean> {
  const unchanged = endpointOf(row).where(columnsOf(row));
  return (await firstOf(db, unchanged.update(columnsOf(fresh)).returning('id'))) !== undefined;
}
