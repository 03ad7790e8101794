import type { RequestHandler, Response } from 'express';
import { ApiProblem } from '../../errors.ts';
import { RATE_WINDOW_SECONDS } from '../../tenants/plans.ts';
import { callerOf } from '../request-context.ts';
import type { RateLimiter, RateLimitResult } from './rate-limiter.ts';

/** Counts the request against the tenant's plan, whether it succeeds or not. */
export function rateLimit(limiter: RateLimiter): RequestHandler {
  return async (_req, res, next) => {
    const { tenantId, rateLimitRpm } = callerOf(res);
    const result = await limiter.consume(tenantId, rateLimitRpm);
    setHeaders(res, rateLimitRpm, result);
    if (result.allowed) return next();
    const seconds = result.resetSeconds;
    throw new ApiProblem(
      'rate_limit_exceeded',
      `The plan allows ${rateLimitRpm} requests a minute. Try again in ${seconds} seconds.`,
      { headers: { 'Retry-After': String(seconds) } },
    );
  };
}

/** draft-ietf-httpapi-ratelimit-headers-10 */
function setHeaders(res: Response, limit: number, { remaining, resetSeconds }: RateLimitResult): void {
  res.setHeader('RateLimit-Policy', `"plan";q=${limit};w=${RATE_WINDOW_SECONDS}`);
  res.setHeader('RateLimit', `"plan";r=${remaining};t=${resetSeconds}`);
}
