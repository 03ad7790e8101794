import express, { type Router } from 'express';
import type { Logger } from 'pino';
import type { Querier } from '../db/querier.ts';
import { oldestDueSeconds } from '../webhooks/queue/queue-state.ts';
import { readOnly } from './read-only.ts';

/** A queue that is this late means that no worker keeps up, or none runs. */
const MAX_LATE_SECONDS = 60;

/** For operators: /healthz tells that the process answers, /readyz that it can do its work. */
export function health(db: Querier, log: Logger): Router {
  const router = express.Router({ caseSensitive: true });
  router.use(['/healthz', '/readyz'], readOnly);
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  // Anybody may ask, so all who ask at the same time share one query.
  let running: Promise<string | undefined> | undefined;
  router.get('/readyz', async (_req, res) => {
    running ??= reasonNotReady(db, log).finally(() => {
      running = undefined;
    });
    const reason = await running;
    res.status(reason ? 503 : 200).json(reason ? { status: 'unready', reason: reason } : { status: 'ready' });
  });
  return router;
}

async function reasonNotReady(db: Querier, log: Logger): Promise<string | undefined> {
  try {
    const late = await oldestDueSeconds(db);
    return late > MAX_LATE_SECONDS ? `the oldest due delivery is ${Math.round(late)} s late` : undefined;
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    return 'the database does not answer';
  }
}
