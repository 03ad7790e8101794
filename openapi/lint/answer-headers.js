// A 401 knows no tenant, and a 500 or 503 may come before the key was looked up: they tell no rate limit.
const DUE = [
  { on: /./, headers: ['X-Request-Id'], why: 'Every answer has it' },
  { on: /^(2|4(?!01))/, headers: ['RateLimit-Policy', 'RateLimit'], why: 'A known key has a plan' },
  { on: /^401$/, headers: ['WWW-Authenticate'], why: 'HTTP asks for it' },
  { on: /^(429|503)$/, headers: ['Retry-After'], why: 'It says when to come back' },
];

// A response that many operations share is met once for each of them, and reported once.
export const answerHeaders = () => {
  const seen = new Set();
  return {
    Paths: {
      Response(response, ctx) {
        const met = `${ctx.key} ${ctx.location.absolutePointer}`;
        if (seen.has(met)) return;
        seen.add(met);
        for (const { header, why } of missing(ctx.key, response.headers ?? {})) {
          const message = `${ctx.key} does not have the header ${header}. ${why}; declare it.`;
          ctx.report({ message, location: ctx.location.child('headers') });
        }
      },
    },
  };
};

function missing(status, headers) {
  const present = Object.keys(headers).map((name) => name.toLowerCase());
  const due = DUE.filter(({ on }) => on.test(status));
  return due.flatMap(({ headers: names, why }) =>
    names.filter((name) => !present.includes(name.toLowerCase())).map((header) => ({ header, why })),
  );
}
