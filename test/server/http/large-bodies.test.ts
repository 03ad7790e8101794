import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import type { KeyRecord } from '../../../server/accounts/api-keys/store.ts';
import { limitLargeBodies } from '../../../server/api/limits/large-bodies.ts';
import { EventLoopYield } from '../../../server/base/counters/event-loop-yield.ts';
import { readBytes } from '../../../server/http/body/read-body.ts';
import { setRequestContext } from '../../../server/http/request-context.ts';

const MAX_BYTES = 1_000_000;
const LARGE = 'x'.repeat(20_000);

/** A response that isn't sent yet, and the turn of the event loop in which its body may be parsed. */
interface Admitted {
  readonly tenantId: number;
  readonly turn: number;
  readonly res: Response;
}

/** The part of a request's way from its bytes to the parser; the path is the number of the tenant. */
async function serve() {
  const admitted: Admitted[] = [];
  let turn = 0;
  const countTurns = (): void => {
    turn += 1;
    counting = setImmediate(countTurns);
  };
  let counting = setImmediate(countTurns);
  const app = express();
  app.use((req, res, next) => {
    const caller = { tenantId: Number(req.path.slice(1)) } as KeyRecord;
    setRequestContext(res, { requestId: '', startedAt: 0, caller });
    next();
  });
  app.use(readBytes(MAX_BYTES), limitLargeBodies(new EventLoopYield()));
  app.use((req, res) => void admitted.push({ tenantId: Number(req.path.slice(1)), turn, res }));
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    clearImmediate(counting);
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const post = (tenantId: number, body: string) =>
    fetch(`http://127.0.0.1:${port}/${tenantId}`, { method: 'POST', body }).catch(() => undefined);
  return { admitted, post };
}

it('admits four large bodies of a tenant, and the next one when one of them has been answered', async () => {
  const { admitted, post } = await serve();
  const of = (tenantId: number): number => admitted.filter((one) => one.tenantId === tenantId).length;
  for (let n = 0; n < 10; n += 1) void post(1, LARGE);
  await expect.poll(() => of(1)).toBe(4);
  for (const tenantId of [2, 3]) void post(tenantId, LARGE);
  void post(1, 'small');
  await expect.poll(() => [of(1), of(2), of(3)]).toEqual([5, 1, 1]);
  for (let answered = 0; answered < 11; answered += 1) {
    await expect.poll(() => admitted.length).toBeGreaterThan(answered);
    admitted[answered]!.res.end();
  }
  await expect.poll(() => of(1)).toBe(11);
});

it('gives the place of a client that has left to the next one', async () => {
  const { admitted, post } = await serve();
  for (let n = 0; n < 5; n += 1) void post(1, LARGE);
  await expect.poll(() => admitted.length).toBe(4);
  admitted[0]!.res.req.socket.destroy();
  await expect.poll(() => admitted.length).toBe(5);
});

it('has one large body parsed in a turn of the event loop, whosever it is', async () => {
  const { admitted, post } = await serve();
  for (let n = 0; n < 12; n += 1) void post(n % 4, LARGE);
  await expect.poll(() => admitted.length).toBe(12);
  expect(new Set(admitted.map(({ turn }) => turn)).size).toBe(12);
});

it('lets short steps share a turn until they have taken their time, and then one caller go on per turn', async () => {
  let nowMs = 100;
  const turns = new EventLoopYield(() => nowMs);
  const steps: string[] = [];
  const run = async (name: string): Promise<void> => {
    for (let n = 0; n < 4; n += 1) {
      await turns.step();
      steps.push(name);
      nowMs += 0.5;
    }
  };
  await Promise.all([run('a'), run('b')]);
  expect(steps.join('')).toBe('aabbaabb');
});
