import { describe, expect, it } from 'vitest';
import type { Context } from '../../../server/main/context.ts';
import type { EndpointKey } from '../../../server/webhooks/endpoint-key.ts';
import { alertsOf, watchOnce } from '../../support/alerts.ts';
import { accept, type Respond, useEndpoint } from '../../support/test-endpoint.ts';
import { captureLog, emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass, register, sendTest, switchEndpoint } from '../../support/webhooks.ts';

const activate = (context: Context, key: EndpointKey) => switchEndpoint(context, key, true);
const deactivate = (context: Context, key: EndpointKey) => switchEndpoint(context, key, false);

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

describe('an inactive endpoint', () => {
  it('is sent nothing; its waiting deliveries are sent once it is active again', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    const [waiting] = await emit(context, tenantId);
    expect(await deactivate(context, key)).toBeDefined();
    expect(await worker.tick()).toBe(0);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'PENDING', attempt_number: 0 }]);
    expect(await activate(context, key)).toBeDefined();
    expect(await worker.tick()).toBe(1);
    expect(endpoint.received.map(({ headers }) => headers['webhook-id'])).toEqual([waiting]);
  });

  it('keeps a retry waiting until it is active again', async () => {
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

  it('gets no deliveries for events that occur while it is inactive', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, key, worker } = await subscribed(endpoint.url);
    await deactivate(context, key);
    await emit(context, tenantId);
    await activate(context, key);
    expect(await worker.tick()).toBe(0);
    expect(await deliveriesOf(context, tenantId)).toEqual([]);
  });

  it('records why and since when it is inactive, until it is activated', async () => {
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

  it('cannot be activated or deactivated by another tenant', async () => {
    const { environment, context, key } = await subscribed('http://127.0.0.1:9/');
    const other = await environment.tenant();
    expect(await switchEndpoint(context, { tenantId: other.tenantId, id: key.id }, false)).toBeUndefined();
    expect(await stateOf(context, key)).toMatchObject({ active: true });
  });
});

/** An endpoint that fails; `failingFor` backdates its first failure. */
async function failing(respond: Respond = (res) => void res.writeHead(500).end()) {
  const { lines, log } = captureLog();
  const endpoint = await useEndpoint(respond);
  const made = await subscribed(endpoint.url, { overrides: { log } });
  const { context, tenantId, worker } = made;
  /** Makes one attempt of every waiting delivery. */
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

describe('an endpoint that fails every delivery', () => {
  it('is deactivated, with the reason, when a delivery is FAILED after 5 days', async () => {
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
    expect(told).toMatchObject([{ tenant_id: tenantId, endpoint_id: key.id }]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('is not deactivated before 5 days', async () => {
    const { context, tenantId, key, rounds, failingFor } = await failing();
    await emit(context, tenantId);
    await rounds(4);
    await failingFor('4 days 23 hours');
    await rounds(1);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'FAILED' }]);
    expect(await stateOf(context, key)).toMatchObject({ active: true });
  });

  it('is not deactivated by the first failures after a pause', async () => {
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

  it('is not deactivated when a delivery succeeded in between', async () => {
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

  it('keeps its waiting deliveries, and gets another 5 days when it is activated', async () => {
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

  it('does not affect other endpoints', async () => {
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

describe('an endpoint that responds 410', () => {
  const gone: Respond = (res) => void res.writeHead(410).end();

  it('is deactivated at once; what waits is kept and sent when it is active again', async () => {
    let isGone = true;
    const { context, tenantId, key, lines, rounds } = await failing(
      (res) => void res.writeHead(isGone ? 410 : 200).end(),
    );
    await emit(context, tenantId, 'product.created', 2);
    await rounds(1);
    expect(await stateOf(context, key)).toMatchObject({ active: false, inactive_reason: 'gone' });
    expect(lines.some((line) => line.includes('responded 410'))).toBe(true);
    await rounds(1);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([
      { status: 'RETRYING', attempt_number: 1 },
      { status: 'RETRYING', attempt_number: 1 },
    ]);
    isGone = false;
    await activate(context, key);
    await rounds(1);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([
      { status: 'SUCCESS' },
      { status: 'SUCCESS' },
    ]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('opens an alert at once, which says why', async () => {
    const { context, tenantId, rounds } = await failing(gone);
    await emit(context, tenantId);
    await rounds(1);
    await watchOnce(context);
    expect(await alertsOf(context, tenantId)).toMatchObject([
      { kind: 'endpoint_deactivated', details: { reason: 'gone', responseStatus: 410 } },
    ]);
  });

  it('stays active when only a test met it', async () => {
    const { context, key, rounds } = await failing(gone);
    await sendTest(context, key, 'product.created');
    await rounds(1);
    expect(await stateOf(context, key)).toMatchObject({ active: true });
  });

  it('stays active when staff have changed its URL meanwhile', async () => {
    const elsewhere = await useEndpoint();
    const { context, tenantId, key, rounds } = await failing((res) => {
      const moved = 'UPDATE webhook_registrations SET url = $1';
      void context.db.query(moved, [elsewhere.url]).then(() => res.writeHead(410).end());
    });
    await emit(context, tenantId);
    await rounds(1);
    expect(await stateOf(context, key)).toMatchObject({ active: true });
  });
});
