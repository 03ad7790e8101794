import express, { type Router } from 'express';
import { readOnly } from './method-not-allowed.ts';

/** What a process says about itself. A reason is a short text for operators; undefined means that all is well. */
export interface HealthChecks {
  /** Why the process should be restarted. */
  stuck(): string | undefined;
  /** Why the process can't do its work at the moment. */
  notReady(): Promise<string | undefined>;
}

const NOT_SERVED = "the role isn't served at this address";

/**
 * For operators: /healthz says that the process works, /readyz that it can be given work. All processes have both, and a balancer's
 * `/readyz?role=api` passes only at an address that has the API: the console's is by default the next port.
 */
export function health(checks: HealthChecks, served: readonly string[]): Router {
  const router = express.Router({ caseSensitive: true });
  router.use(['/healthz', '/readyz'], readOnly);
  router.get('/healthz', (_req, res) => {
    const reason = checks.stuck();
    res.status(reason ? 503 : 200).json(reason ? { status: 'stuck', reason } : { status: 'ok' });
  });
  // Anybody may ask without a key, so simultaneous requests share one query.
  let running: Promise<string | undefined> | undefined;
  router.get('/readyz', async ({ query }, res) => {
    const isServed = [query.role ?? []].flat().every((role) => served.includes(role as string));
    if (!isServed) return void res.status(503).json({ status: 'unready', reason: NOT_SERVED });
    running ??= checks.notReady().finally(() => {
      running = undefined;
    });
    const reason = await running;
    res.status(reason ? 503 : 200).json(reason ? { status: 'unready', reason } : { status: 'ready' });
  });
  return router;
}
