import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ClaimedDelivery } from '../../../server/webhooks/queue/claim.ts';
import {
  EndpointScheduler,
  type InFlightRequest,
} from '../../../server/webhooks/send/rules/endpoint-scheduler.ts';
import { type TestEnvironment, useTestEnvironment } from '../../support/test-environment.ts';
import { deliveriesOf, register, useWorker } from '../../support/webhooks.ts';

const EACH = 3;

const emit = ({ context }: TestEnvironment, tenantId: number, id: number, count = EACH) =>
  context.db.query(
    `SELECT emit_test_event($1, $2, 'product.deleted', '{"product_id":1}') FROM generate_series(1, $3)`,
    [tenantId, id, count],
  );

/** A host whose /hang responds only once `release` is called, and counts what it keeps waiting. */
async function useHangingHost() {
  const held: http.ServerResponse[] = [];
  const seen = { most: 0, served: 0 };
  let hangs = true;
  const server = http.createServer((req, res) => {
    req.resume();
    if (!hangs || req.url !== '/hang') {
      seen.served += req.url === '/hang' ? 0 : 1;
      return void res.writeHead(204).end();
    }
    held.push(res);
    seen.most = Math.max(seen.most, held.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const release = (): void => {
    hangs = false;
    for (const res of held.splice(0)) res.writeHead(204).end();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, held, release };
}

describe('endpoints that have never answered', () => {
  it('have 16 requests at an address, all together; those that answer there are served meanwhile', async () => {
    const environment = await useTestEnvironment();
    const { context } = environment;
    const host = await useHangingHost();
    const answering = await environment.tenant();
    const { id } = await register(context, answering.tenantId, `${host.origin}/ok`, ['product.deleted']);
    await emit(environment, answering.tenantId, id, 1);
    const worker = useWorker(context);
    await worker.tick();
    const attackers = [await environment.tenant(), await environment.tenant()];
    for (const { tenantId } of attackers)
      for (let n = 0; n < 25; n += 1) {
        const { id } = await register(context, tenantId, `${host.origin}/hang`, ['product.deleted']);
        await emit(environment, tenantId, id);
      }
    worker.start();
    await vi.waitFor(() => expect(host.held).toHaveLength(16), 5_000);
    await emit(environment, answering.tenantId, id, 300);
    worker.notify();
    await vi.waitFor(() => expect(host.seen.served).toBe(301), 5_000);
    expect(host.seen.most).toBe(16);
    host.release();
    const statuses = async () =>
      (await Promise.all(attackers.map(({ tenantId }) => deliveriesOf(context, tenantId)))).flat();
    await vi.waitFor(
      async () => expect((await statuses()).filter(({ status }) => status !== 'SUCCESS')).toEqual([]),
      15_000,
    );
    await worker.stop();
    expect(host.seen.most).toBe(16);
    expect((await statuses()).every(({ attempt_number }) => attempt_number === 1)).toBe(true);
  }, 30_000);
});

let made = 0;
const toAddress = (endpointId: number, tenantId: number, isUntried: boolean, count = 1): ClaimedDelivery[] =>
  Array.from({ length: count }, () => {
    const endpoint = { id: endpointId, tenantId, url: 'http://a.test/', isUntried, isSilent: true };
    return { id: String(++made), body: '{}', endpoint } as ClaimedDelivery;
  });

const ONE = [{ address: '192.0.2.1', family: 4 }] as const;

function add(scheduler: EndpointScheduler, deliveries: ClaimedDelivery[], nowMs = 0): void {
  scheduler.expect(deliveries);
  scheduler.addExpected(deliveries, ONE, nowMs);
}

function startAll(scheduler: EndpointScheduler, nowMs = 0): InFlightRequest[] {
  const requests: InFlightRequest[] = [];
  for (let next = scheduler.next(nowMs); next !== undefined; next = scheduler.next(nowMs))
    requests.push(next);
  return requests;
}

function end(scheduler: EndpointScheduler, request: InFlightRequest, accepted: boolean, nowMs = 0): boolean {
  const isTurn = scheduler.leaveAddresses(request, accepted, nowMs);
  return scheduler.finish(request, 'fast') || isTurn;
}

const allowanceOf = (scheduler: EndpointScheduler, id: number): number => {
  const { endpointIds, allowances } = scheduler.capacity();
  return allowances[endpointIds.indexOf(id)]!;
};

describe('the slots of an address', () => {
  it('give an endpoint that has never answered one request at a time, and all that it may have once it did', () => {
    const scheduler = new EndpointScheduler();
    add(scheduler, toAddress(1, 1, true, 4));
    const [first, ...more] = startAll(scheduler);
    expect(more).toEqual([]);
    end(scheduler, first!, true);
    expect(startAll(scheduler)).toHaveLength(3);
  });

  it('let tenants take turns, however many endpoints each has', () => {
    const scheduler = new EndpointScheduler();
    for (let id = 1; id <= 30; id += 1) add(scheduler, toAddress(id, 1, false));
    const requests = startAll(scheduler);
    expect(requests).toHaveLength(16);
    add(scheduler, toAddress(100, 2, false));
    expect(startAll(scheduler)).toEqual([]);
    expect(allowanceOf(scheduler, 100)).toBe(0);
    expect(end(scheduler, requests[0]!, false)).toBe(true);
    expect(end(scheduler, requests[1]!, false)).toBe(true);
    expect(allowanceOf(scheduler, 100)).toBeGreaterThan(0);
    add(scheduler, toAddress(40, 3, false));
    expect(startAll(scheduler)).toEqual([]);
    add(scheduler, toAddress(100, 2, false));
    expect(startAll(scheduler).map(({ endpoint }) => endpoint.id)).toEqual([100]);
  });

  it('go on to the next one when an endpoint has nothing left to send', () => {
    const scheduler = new EndpointScheduler();
    for (let id = 1; id <= 18; id += 1) add(scheduler, toAddress(id, 1, false));
    const [request] = startAll(scheduler);
    end(scheduler, request!, false, 1_000);
    expect([17, 18].map((id) => allowanceOf(scheduler, id) > 0)).toEqual([true, false]);
    scheduler.releaseStale(3_000);
    expect([17, 18].map((id) => allowanceOf(scheduler, id) > 0)).toEqual([true, true]);
    add(scheduler, [...toAddress(17, 1, false), ...toAddress(18, 1, false)], 3_000);
    expect(startAll(scheduler, 3_000).map(({ endpoint }) => endpoint.id)).toEqual([18]);
  });
});
