import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { findEndpoint } from '../../../server/webhooks/endpoints/find-endpoints.ts';
import { advanceRecoveries } from '../../../server/webhooks/recovery/advance-recoveries.ts';
import { findRecovery, type Recovery, recentRecoveries } from '../../../server/webhooks/recovery/recovery.ts';
import { activateAndRecover, startRecovery } from '../../../server/webhooks/recovery/start-recovery.ts';
import { emit, subscribed } from '../../support/webhook-fixtures.ts';
import { switchEndpoint } from '../../support/webhooks.ts';

const ALWAYS = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };

/** An endpoint that was switched off and has missed two events. */
async function switchedOff() {
  const made = await subscribed('http://127.0.0.1:9/');
  const { context, tenantId, key } = made;
  await switchEndpoint(context, key, false);
  await emit(context, tenantId, 'product.created', 2);
  const activate = () => activateAndRecover(context.db, OPERATOR, key, ALWAYS);
  const isActive = async (): Promise<boolean> => (await findEndpoint(context.db, key))!.active;
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: made.environment.databaseUrl,
      application_name: 'tradepost',
    });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  return { ...made, activate, isActive, connect };
}

describe('switching on with a recovery', () => {
  it('does both', async () => {
    const { context, key, activate, isActive } = await switchedOff();
    const { id } = (await activate()) as Recovery;
    expect(await isActive()).toBe(true);
    await expect.poll(() => advanceRecoveries(context.db)).toBe(1);
    expect(await findRecovery(context.db, key, id)).toMatchObject({ status: 'done', total: 2, missed: 2 });
  });

  it('does neither when the recovery cannot be written', async () => {
    const { context, key, activate, isActive } = await switchedOff();
    await context.db.query(
      'ALTER TABLE webhook_recoveries ADD CONSTRAINT broken CHECK (false) NOT VALID',
      [],
    );
    await expect(activate()).rejects.toThrow('broken');
    expect(await isActive()).toBe(false);
    expect(await recentRecoveries(context.db, key)).toEqual([]);
  });

  it('does neither while another recovery is running, or when the endpoint is active or unknown', async () => {
    const { environment, context, key, activate, isActive } = await switchedOff();
    await switchEndpoint(context, key, true);
    expect(await activate()).toBe('active');
    await startRecovery(context.db, OPERATOR, key, ALWAYS);
    await switchEndpoint(context, key, false);
    expect(await activate()).toBe('recovering');
    expect(await isActive()).toBe(false);
    const other = await environment.tenant();
    const foreign = { tenantId: other.tenantId, id: key.id };
    expect(await activateAndRecover(context.db, OPERATOR, foreign, ALWAYS)).toBeUndefined();
  });

  it('misses nothing of a transaction that began before both were committed', async () => {
    const { context, tenantId, key, activate, connect } = await switchedOff();
    const [blocker, writer] = [await connect(), await connect()];
    await blocker.query('BEGIN; LOCK TABLE webhook_recoveries IN SHARE MODE');
    const activated = activate();
    const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'webhook_recoveries'::regclass`;
    await expect.poll(() => context.db.query(waiting, [])).toEqual([{ count: 1 }]);
    await writer.query('BEGIN');
    await writer.query(`SELECT emit_event($1, 'product.created', '{}')`, [tenantId]);
    await blocker.query('COMMIT');
    const { id } = (await activated) as Recovery;
    expect(await advanceRecoveries(context.db)).toBe(0);
    await writer.query('COMMIT');
    await expect.poll(() => advanceRecoveries(context.db)).toBe(1);
    expect(await findRecovery(context.db, key, id)).toMatchObject({ status: 'done', missed: 3 });
  });
});
