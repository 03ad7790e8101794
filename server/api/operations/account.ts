import { RATE_WINDOW_SECONDS } from '../../accounts/tenants/plans.ts';
import type { Database } from '../../db/pool/database.ts';
import { DataEpoch } from '../../events/data-epoch.ts';
import type { Handler } from '../../trade/resources/handler.ts';

export function getMe(db: Database, monotonicMs: () => number): Handler<'getMe'> {
  const epoch = new DataEpoch(db, monotonicMs);
  return async ({ caller }, reply) =>
    reply(200, {
      tenant: { id: caller.tenantId, name: caller.tenantName, plan: caller.plan, currency: caller.currency },
      api_key: {
        prefix: caller.keyPrefix,
        name: caller.apiKeyName,
        scopes: [...caller.scopes],
        expires_at: caller.expiresAt,
      },
      rate_limit: { limit: caller.rateLimitRpm, window_seconds: RATE_WINDOW_SECONDS },
      storage: { used_bytes: caller.storedBytes, limit_bytes: caller.storedBytesLimit },
      data_epoch: await epoch.current(),
    });
}
