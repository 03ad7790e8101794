import type { RequestHandler, Response } from 'express';
import { RATE_WINDOW_SECONDS } from '../../accounts/tenants/plans.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { callerOf } from '../../http/request-context.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RateLimitResult } from './sliding-window.ts';

/** Counts the request against the tenant's plan, whether it succeeds or not. */
export function rateLimit(limiter: RateLimiter): RequestHandler {
  return (_req, res, next) => {
    const { tenantId, rateLimitRpm } = callerOf(res);
    const proceed = (result: RateLimitResult): void => {
      setHeaders(res, rateLimitRpm, result);
      requireAllowed(rateLimitRpm, result);
      next();
    };
    const result = limiter.consume(tenantId, rateLimitRpm);
    return result instanceof Promise ? result.then(proceed) : proceed(result);
  };
}

function requireAllowed(limit: number, { allowed, resetSeconds }: RateLimitResult): void {
  if (allowed) return;
  throw new ApiProblem(
    'rate_limit_exceeded',
    `The plan allows ${limit} requests a minute. Try again in ${resetSeconds} seconds.`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  );
}

/** draft-ietf-httpapi-ratelimit-headers-10 */
function setHeaders(res: Response, limit: number, { remaining, resetSeconds }: RateLimitResult): void {
  res.setHeader('RateLimit-Policy', `"plan";q=${limit};w=${RATE_WINDOW_SECONDS}`);
  res.setHeader('RateLimit', `"plan";r=${remaining};t=${resetSeconds}`);
}
