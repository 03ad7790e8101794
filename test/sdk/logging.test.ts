import { ConfigurationError, type Logger, type LogLevel, logging } from '@tradepost/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

function recordingLogger() {
  const lines: string[] = [];
  const record = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const logger: Logger = {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
  };
  return { logger, lines };
}

const retrying = { maxRetries: 1, retryTiming: { minTimeout: 1, randomize: false } };

async function linesAt(logLevel: LogLevel, statuses = [503, 200]) {
  const { client } = await startServer((response) =>
    json(response, statuses.shift() ?? 200, {}, { 'x-request-id': 'r1' }),
  );
  const { logger, lines } = recordingLogger();
  await client({ hooks: logging({ logger, logLevel }), ...retrying })
    .customers.get(77)
    .catch(() => {});
  return lines.map((line) => line.replace(/in \d+ ms/, 'in n ms'));
}

const GET = 'tradepost: GET /api/v1/customers/77';
const FIRST = `info ${GET} (attempt 1) returned 503 in n ms, request r1`;
const RETRY = `warn ${GET} (attempt 1) failed, retrying in n ms or more: 503`;
const SECOND = `info ${GET} (attempt 2) returned 200 in n ms, request r1`;

describe('the log', () => {
  it.each<[LogLevel, unknown]>([
    ['info', { log() {} }],
    ['info', { info() {}, warn() {} }],
    ['error', { error: 5 }],
    ['error', 5],
  ])('of level %s is refused for a logger of %o, which lacks a method', (logLevel, logger) => {
    const create = () => logging({ logLevel, logger: logger as Logger });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow("isn't a function");
  });

  it('is off by default', async () => {
    const { client } = await startServer((response) => json(response, 200, {}));
    const { logger, lines } = recordingLogger();
    await client({ hooks: logging({ logger }) }).me();
    expect(lines).toEqual([]);
  });

  it('has the lines of its level and above', async () => {
    expect(await linesAt('off')).toEqual([]);
    expect(await linesAt('error')).toEqual([]);
    expect(await linesAt('warn')).toEqual([RETRY]);
    expect(await linesAt('info')).toEqual([FIRST, RETRY, SECOND]);
    expect(await linesAt('debug')).toEqual([
      `debug ${GET} (attempt 1)`,
      FIRST,
      RETRY,
      `debug ${GET} (attempt 2)`,
      SECOND,
    ]);
  });

  it('has an error for a call that failed, but not for a refusal', async () => {
    const failed = await linesAt('error', [503, 503]);
    expect(failed).toEqual([`error ${GET} failed: 503`]);
    expect(await linesAt('error', [404])).toEqual([]);
  });

  it('has neither the key, nor bodies, nor the query', async () => {
    const { client } = await startServer((response) =>
      json(response, 500, { detail: `You sent ${API_KEY} and Maria`, code: 'x' }),
    );
    const { logger, lines } = recordingLogger();
    const tp = client({ hooks: logging({ logger, logLevel: 'debug' }), ...retrying });
    await failureOf(tp.customers.list({ tax_id: '52998224725', email: 'maria@example.com' }));
    await failureOf(tp.customers.create({ type: 'person', name: 'Maria Souza' }));
    expect(lines.length).toBeGreaterThan(8);
    for (const secret of [API_KEY, '52998224725', 'maria', 'Maria'])
      expect(lines.join()).not.toContain(secret);
  });

  it('does not stop the hooks, and a logger that throws does not stop a call', async () => {
    const { client } = await startServer((response) => json(response, 200, { id: 1 }));
    const broken = () => {
      throw new Error('the disk is full');
    };
    const seen: number[] = [];
    const tp = client({
      hooks: logging({
        logger: { debug: broken, info: broken, warn: broken, error: broken },
        logLevel: 'debug',
        hooks: { onResponse: ({ status }) => seen.push(status) },
      }),
    });
    expect(await tp.me()).toEqual({ id: 1 });
    expect(seen).toEqual([200]);
  });

  it('ignores what an async logger or its hooks reject with, which would end the process', async () => {
    const { client } = await startServer((response) => json(response, 503, {}));
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', record);
    onTestFinished(() => void process.off('unhandledRejection', record));
    const full = async () => {
      throw new Error('the disk is full');
    };
    const logger = { debug: full, info: full, warn: full, error: full };
    const hooks = { onRequest: full, onResponse: full, onRetry: full, onError: full };
    const tp = client({ hooks: logging({ logger, logLevel: 'debug', hooks }), ...retrying });
    expect(await failureOf(tp.me())).toMatchObject({ status: 503, attempts: 2 });
    await tp.client.GET('/me');
    await new Promise((resolve) => setImmediate(resolve)); // Node reports rejections after the microtasks
    expect(unhandled).toEqual([]);
  });

  it('takes its level from TRADEPOST_LOG', async () => {
    process.env.TRADEPOST_LOG = 'info';
    onTestFinished(() => {
      delete process.env.TRADEPOST_LOG;
    });
    const { client } = await startServer((response) => json(response, 200, {}));
    const { logger, lines } = recordingLogger();
    await client({ hooks: logging({ logger }) }).me();
    expect(lines.length).toBe(1);
    await client({ hooks: logging({ logger, logLevel: 'off' }) }).me();
    expect(lines.length).toBe(1);
  });

  it('says why there was no response, but not what an abort gives as its reason', async () => {
    const { logger, lines } = recordingLogger();
    const { client } = await startServer((response) => response.destroy());
    const tp = client({ hooks: logging({ logger, logLevel: 'error' }) });
    await failureOf(tp.me());
    await failureOf(tp.me({ signal: AbortSignal.abort(new TypeError('Maria')) }));
    expect(lines[0]).toMatch(/^error tradepost: GET \/api\/v1\/me failed: GET http.+: other side closed/);
    expect(lines[1]).toBe('error tradepost: GET /api/v1/me failed: TypeError');
  });

  it('refuses an unknown level or option', () => {
    expect(() => logging({ logLevel: 'verbose' as LogLevel })).toThrow(ConfigurationError);
    expect(() => logging({ level: 'info' } as object)).toThrow('There is no option level');
    expect(() => logging({ hooks: { onrequest: () => {} } as object })).toThrow(
      'There is no option onrequest',
    );
  });
});
