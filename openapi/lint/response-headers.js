import { eachResponse } from './operations.js';
import { report, shared } from './references.js';

// By status: the headers, each with its component. A 401 knows no tenant, and a 500 or 503 may occur before the key is looked
// up: those have no rate limit to report.
const REQUIRED = [
  [/./, { 'X-Request-Id': 'RequestId' }, 'Every response has it'],
  [
    /^(2|4(?!01))/,
    { 'RateLimit-Policy': 'RateLimitPolicy', RateLimit: 'RateLimit' },
    "The key is known, so the tenant's rate limit is",
  ],
  [/^401$/, { 'WWW-Authenticate': 'WwwAuthenticate' }, 'RFC 9110 requires it'],
  [/^(429|503)$/, { 'Retry-After': 'RetryAfter' }, 'It tells the client when to try again'],
];

export const responseHeaders = () =>
  eachResponse(({ headers = {} }, ctx) => {
    const declared = Object.keys(headers).map((name) => name.toLowerCase());
    for (const [, required, why] of REQUIRED.filter(([status]) => status.test(ctx.key)))
      for (const [header, component] of Object.entries(required)) {
        if (declared.includes(header.toLowerCase())) continue;
        const right = `${header}: ${shared('headers', component)}`;
        report(
          ctx,
          `${ctx.key} doesn't have the header ${header}. ${why}; add to its headers: ${right}`,
          'headers',
        );
      }
  });
