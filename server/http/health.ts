import express, { type Router } from 'express';
import type { Logger } from 'pino';
import type { Querier } from '../db/querier.ts';
import { oldestDueSeconds } from '../webhooks/queue/queue-state.ts';
import { readOnly } from './method-not-allowed.ts';

/** If due deliveries wait longer than this, either no worker is running or the workers can't keep up. */
const MAX_LATE_SECONDS = 60;

/** For operators: /healthz says that the process responds, /readyz that it can do its work. */
export function health(db: Querier, log: Logger): Router {
  const router = express.Router({ caseSensitive: true });
  router.use(['/healthz', '/readyz'], readOnly);
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  // Anybody may ask without a key, so simultaneous requests share one query.
  let running: Promise<string | undefined> | undefined;
  router.get('/readyz', async (_req, res) => {
    running ??= reasonNotReady(db, log).finally(() => {
      running = undefined;
    });
    const reason = await running;
    res.status(reason ? 503 : 200).json(reason ? { status: 'unready', reason } : { status: 'ready' });
  });
  return router;
}

async function reasonNotReady(db: Querier, log: Logger): Promise<string | undefined> {
  try {
    const late = await oldestDueSeconds(db);
    return late > MAX_LATE_SECONDS ? `the oldest due delivery is ${Math.round(late)} s late` : undefined;
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    return "the database isn't available";
  }
}
