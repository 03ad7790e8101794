import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import type { KeyRecord } from '../../../server/accounts/api-keys/store.ts';
import { LargePages } from '../../../server/api/limits/large-pages.ts';
import { EventLoopYield } from '../../../server/base/counters/event-loop-yield.ts';
import { setRequestContext } from '../../../server/http/request-context.ts';

/** Reads pages that end when the test says so; the path is the number of the tenant. */
async function serve() {
  const reading: { tenantId: number; end: () => void }[] = [];
  const pages = new LargePages(new EventLoopYield());
  const app = express();
  app.use(async (req, res) => {
    const tenantId = Number(req.path.slice(1));
    setRequestContext(res, { requestId: '', startedAt: 0, caller: { tenantId } as KeyRecord });
    await pages.read(req, res, () => new Promise<void>((end) => reading.push({ tenantId, end })));
    res.write('the client reads no more'); // and the response never ends
  });
  const server = await new Promise<ReturnType<typeof app.listen>>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as { port: number };
  const get = (path: string) => void fetch(`http://127.0.0.1:${port}/${path}`).catch(() => {});
  const of = (tenantId: number): number => reading.filter((one) => one.tenantId === tenantId).length;
  return { reading, get, of };
}

it('reads two large pages of a tenant at a time, and the next one when one was read, however slow its client is', async () => {
  const { reading, get, of } = await serve();
  for (let n = 0; n < 6; n += 1) get('1?limit=200');
  await expect.poll(() => of(1)).toBe(2);
  for (const path of ['2?limit=200', '3?limit=51', '1?limit=50', '1']) get(path);
  await expect.poll(() => [of(1), of(2), of(3)]).toEqual([4, 1, 1]);
  for (let read = 0; read < 8; read += 1) {
    await expect.poll(() => reading.length).toBeGreaterThan(read);
    reading[read]!.end();
  }
  await expect.poll(() => of(1)).toBe(8);
});
