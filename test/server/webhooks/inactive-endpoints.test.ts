import { describe, expect, it } from 'vitest';
import type { Context } from '../../../server/context.ts';
import { type EndpointKey, setActive } from '../../../server/webhooks/endpoints/activation.ts';
import { accept, type Respond, useEndpoint } from '../../support/test-endpoint.ts';
import { captureLog, emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass, register } from '../../support/webhooks.ts';

const activate = ({ db }: Context, { tenantId, id }: EndpointKey) => setActive(db, tenantId, id, true);
const deactivate = ({ db }: Context, { tenantId, id }: EndpointKey) => setActive(db, tenantId, id, false);

interface State {
  readonly active: boolean;
  readonly inactive_reason: string | null;
  readonly inactive_since: string | null;
  readonly failing_since: string | null;
}
const stateOf = async ({ db }: Context, { id }: EndpointKey): Promise<State> =>
  (
    await db.query<State>(
      'SELECT active, inactive_reason, inactive_since, failing_since FROM webhook_registrations WHERE id = $1',
      [id],
    )
  )[0]!;

describe('a registration that is inactive', () => {
  it('is sent nothing; what waited goes out when it is active again', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    const [waiting] = await emit(context, tenantId);
    expect(await deactivate(context, key)).toBe(true);
    expect(await worker.tick()).toBe(0);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'PENDING', attempt_number: 0 }]);
    expect(await activate(context, key)).toBe(true);
    expect(await worker.tick()).toBe(1);
    expect(endpoint.received.map(({ headers }) => headers['webhook-id'])).toEqual([waiting]);
  });

  it('keeps a retry until it is active again', async () => {
    let well = false;
    const endpoint = await useEndpoint((res) => void res.writeHead(well ? 200 : 500).end());
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    await emit(context, tenantId);
    await worker.tick();
    await deactivate(context, key);
    await letTimePass(context, tenantId);
    expect(await worker.tick()).toBe(0);
    well = true;
    await activate(context, key);
    expect(await worker.tick()).toBe(1);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'SUCCESS', attempt_number: 2 }]);
  });

  it('has no delivery of what happens meanwhile', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    await deactivate(context, key);
    await emit(context, tenantId);
    await activate(context, key);
    expect(await worker.tick()).toBe(0);
    expect(await deliveriesOf(context, tenantId)).toEqual([]);
  });

  it('says who made it so and since when, until it is activated', async () => {
    const { context, key } = await subscribed('http://127.0.0.1:9/');
    await deactivate(context, key);
    const { inactive_since } = await stateOf(context, key);
    expect(inactive_since).not.toBeNull();
    await deactivate(context, key);
    expect(await stateOf(context, key)).toEqual({
      active: false,
      inactive_reason: 'staff',
      inactive_since,
      failing_since: null,
    });
    await activate(context, key);
    expect(await stateOf(context, key)).toEqual({
      active: true,
      inactive_reason: null,
      inactive_since: null,
      failing_since: null,
    });
  });

  it('cannot be switched by another tenant', async () => {
    const { environment, context, key } = await subscribed('http://127.0.0.1:9/');
    const other = await environment.tenant();
    expect(await setActive(context.db, other.tenantId, key.id, false)).toBe(false);
    expect(await stateOf(context, key)).toMatchObject({ active: true });
  });
});

/** A registration at an endpoint, on whose failing the clock can be set back. */
async function failing(respond: Respond = (res) => void res.writeHead(500).end()) {
  const { lines, log } = captureLog();
  const endpoint = await useEndpoint(respond);
  const made = await subscribed(endpoint.url, { overrides: { log } });
  const { context, tenantId, worker } = made;
  /** One attempt of all that waits. */
  const round = async (): Promise<void> => {
    await letTimePass(context, tenantId);
    await worker.tick();
  };
  const rounds = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await round();
  };
  const failingFor = (interval: string) =>
    context.db.query('UPDATE webhook_registrations SET failing_since = clock_timestamp() - $1::interval', [
      interval,
    ]);
  return { ...made, lines, endpoint, rounds, failingFor };
}

describe('a registration that fails everything', () => {
  it('is switched off when a delivery has FAILED after 5 days, with the reason', async () => {
    const { context, tenantId, key, lines, rounds, failingFor } = await failing();
    await emit(context, tenantId);
    await rounds(4);
    expect((await stateOf(context, key)).failing_since).not.toBeNull();
    await failingFor('5 days 1 second');
    expect(await stateOf(context, key)).toMatchObject({ active: true });
    await rounds(1);
    expect(await stateOf(context, key)).toMatchObject({ active: false, inactive_reason: 'failing' });
    expect((await stateOf(context, key)).inactive_since).not.toBeNull();
    const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    expect(told).toMatchObject([{ tenant_id: tenantId, registration_id: key.id }]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('is not switched off before', async () => {
    const { context, tenantId, key, rounds, failingFor } = await failing();
    await emit(context, tenantId);
    await rounds(4);
    await failingFor('4 days 23 hours');
    await rounds(1);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'FAILED' }]);
    expect(await stateOf(context, key)).toMatchObject({ active: true });
  });

  it('is not switched off by the first failures after a pause', async () => {
    const { context, tenantId, key, rounds, failingFor } = await failing();
    await emit(context, tenantId);
    await rounds(5);
    await failingFor('8 days');
    await emit(context, tenantId);
    await rounds(4);
    expect(await stateOf(context, key)).toMatchObject({ active: true });
    await rounds(1);
    expect(await stateOf(context, key)).toMatchObject({ active: false, inactive_reason: 'failing' });
  });

  it('is not switched off when a success came between', async () => {
    let answered = 0;
    const { context, tenantId, key, rounds, failingFor } = await failing((res) => {
      answered += 1;
      res.writeHead(answered === 4 ? 200 : 500).end();
    });
    await emit(context, tenantId);
    await rounds(3);
    await failingFor('6 days');
    await rounds(1);
    expect(await stateOf(context, key)).toMatchObject({ active: true, failing_since: null });
    await emit(context, tenantId);
    await rounds(5);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([
      { status: 'SUCCESS' },
      { status: 'FAILED' },
    ]);
    expect(await stateOf(context, key)).toMatchObject({ active: true, failing_since: expect.any(String) });
  });

  it('keeps what waits, and has 5 new days when it is activated', async () => {
    let well = false;
    const { context, tenantId, key, rounds, failingFor, worker, endpoint } = await failing((res, request) =>
      well ? accept(res, request) : void res.writeHead(500).end(),
    );
    await emit(context, tenantId);
    await rounds(4);
    const [waiting] = await emit(context, tenantId);
    await failingFor('6 days');
    await rounds(1);
    expect(await stateOf(context, key)).toMatchObject({ active: false });
    expect(await worker.tick()).toBe(0);
    well = true;
    await activate(context, key);
    expect(await stateOf(context, key)).toMatchObject({ active: true, failing_since: null });
    await rounds(1);
    expect(endpoint.received.at(-1)!.headers['webhook-id']).toBe(waiting);
  });

  it('does not take other registrations with it', async () => {
    const { context, tenantId, key, rounds, failingFor } = await failing();
    const healthy = await useEndpoint();
    const other = await register(context, tenantId, healthy.url, ['product.created']);
    await emit(context, tenantId);
    await rounds(4);
    await failingFor('6 days');
    await rounds(1);
    expect(await stateOf(context, key)).toMatchObject({ active: false });
    expect(await stateOf(context, { tenantId, id: other.id })).toMatchObject({ active: true });
  });
});
