import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { subscribed } from '../../support/webhook-fixtures.ts';
import { figuresOf, fillEvents, recoverAll, slowdown } from './large-recovery.ts';

/** `npm run program recovery` does the same with ten million. */
const EVENTS = 100_000;
/** Twenty batches. */
const WANTED_EVERY = 10;
const MB = 1024 * 1024;

it('recovers 100 000 events over a kill and a stop, with each delivery once, in bounded memory and statements', async () => {
  const { environment, context, key } = await subscribed('http://127.0.0.1:9/');
  const { databaseUrl } = environment;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const run = {
    db: context.db,
    client,
    databaseUrl,
    key,
    events: EVENTS,
    wantedEvery: WANTED_EVERY,
    log: () => {},
  };
  await fillEvents(run);
  const result = await recoverAll(run);
  const { wanted, stopped, stoppedLater, done, usage } = result;

  expect(stopped).toMatchObject({ status: 'stopped', resent: 0 });
  expect(stopped.missed).toBeGreaterThan(0);
  expect(stopped.missed).toBeLessThan(wanted);
  expect(stoppedLater).toEqual(stopped);
  expect(done).toMatchObject({ status: 'done', missed: wanted - stopped.missed });
  expect([result.deliveries, result.queued]).toEqual([wanted, wanted]);

  const figures = figuresOf(result, EVENTS).join('\n');
  // A batch reads as much at the end of the range as at its beginning.
  expect(slowdown(usage), figures).toBeLessThan(5);
  expect(Math.max(...usage.heapBytes) - usage.heapBytes[0]!, figures).toBeLessThan(64 * MB);
  expect(result.backendBytes ?? 0, figures).toBeLessThan(256 * MB);
}, 600_000);
