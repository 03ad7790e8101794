import { shared } from './references.js';

// A 401 knows no tenant, and a 500 or 503 may occur before the key is looked up: those have no rate limit to report.
const REQUIRED = [
  { status: /./, headers: ['X-Request-Id'], why: 'Every response has it' },
  {
    status: /^(2|4(?!01))/,
    headers: ['RateLimit-Policy', 'RateLimit'],
    why: "The key is known, so the tenant's rate limit is",
  },
  { status: /^401$/, headers: ['WWW-Authenticate'], why: 'RFC 9110 requires it' },
  { status: /^(429|503)$/, headers: ['Retry-After'], why: 'It tells the client when to try again' },
];

const COMPONENTS = {
  'X-Request-Id': 'RequestId',
  'RateLimit-Policy': 'RateLimitPolicy',
  RateLimit: 'RateLimit',
  'WWW-Authenticate': 'WwwAuthenticate',
  'Retry-After': 'RetryAfter',
};

export const responseHeaders = () => {
  // A response shared by many operations is visited once for each of them; report it once.
  const visited = new Set();
  return {
    Paths: {
      Response(response, ctx) {
        const key = `${ctx.key} ${ctx.location.absolutePointer}`;
        if (visited.has(key)) return;
        visited.add(key);
        for (const { header, why } of missing(ctx.key, response.headers ?? {})) {
          const component = shared('headers', COMPONENTS[header]);
          const message = `${ctx.key} doesn't have the header ${header}. ${why}; add to its headers: ${header}: ${component}`;
          ctx.report({ message, location: ctx.location.child('headers') });
        }
      },
    },
  };
};

function missing(status, headers) {
  const declared = Object.keys(headers).map((name) => name.toLowerCase());
  const required = REQUIRED.filter((rule) => rule.status.test(status));
  return required.flatMap(({ headers: names, why }) =>
    names.filter((name) => !declared.includes(name.toLowerCase())).map((header) => ({ header, why })),
  );
}
