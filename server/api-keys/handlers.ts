import type { Handler } from '../handler.ts';
import { RATE_WINDOW_SECONDS } from '../tenants/plans.ts';

export const getMe: Handler<'getMe'> = async ({ caller }, reply) =>
  reply(200, {
    tenant: { id: caller.tenantId, name: caller.tenantName, plan: caller.plan, currency: caller.currency },
    api_key: {
      prefix: caller.keyPrefix,
      name: caller.apiKeyName,
      scopes: [...caller.scopes],
      expires_at: caller.expiresAt,
    },
    rate_limit: { limit: caller.rateLimitRpm, window_seconds: RATE_WINDOW_SECONDS },
  });
