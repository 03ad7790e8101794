import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, Tradepost } from '@tradepost/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jsonOutput } from '../../../sdk/src/cli/output.ts';
import { defaultStateFile, StateFile } from '../../../sdk/src/cli/state-file.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { openListener, useFolder } from './open-listener.ts';

/** Clears the screen, sets the title with C1, reverses text, forges lines. */
const HOSTILE =
  'a\u001b[2J\u009b0m\u009d0;x\u009c\u202eb\u2066c\u2069\u200f\u200e\u061c\u0085\u{e0041}\r\nd\u007f';
const UNPRINTABLE = /[\p{Cc}\p{Cf}]/u;

/** A server that responds to each path with whatever the test says. */
async function useHostileServer(responses: Record<string, { status?: number; body: object }>) {
  const server = createServer((req, res) => {
    const { status = 200, body } = responses[new URL(req.url!, 'http://x').pathname]!;
    const type = status < 300 ? 'application/json' : 'application/problem+json';
    res.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new Tradepost({ apiKey: `tp_${'x'.repeat(38)}`, baseUrl, maxRetries: 0 });
}

const me = (id: unknown) => ({
  body: { tenant: { id, name: HOSTILE }, api_key: { scopes: ['orders.read'] } },
});

const EVENT = {
  event_id: HOSTILE,
  event_type: HOSTILE,
  occurred_at: HOSTILE,
  tenant_id: 1,
  data: {},
};
const events = { body: { data: [EVENT], page: { next_cursor: 'c', has_more: false } } };

describe('listen with a hostile server', () => {
  it.each(['../../../../tmp/x', '1', 1.5, -1, 0, 2 ** 53, null, { toString: 'x' }])(
    'creates no file for the tenant id %j',
    async (id) => {
      const folder = useFolder();
      const tp = await useHostileServer({ '/api/v1/me': me(id) });
      const { listener } = openListener({
        tp,
        address: 'http://127.0.0.1:9/',
        folder,
        from: 'beginning',
        stateFileFor: (tenantId) =>
          new StateFile(defaultStateFile({ XDG_STATE_HOME: folder }, folder, 'http://x', tenantId)),
      });
      expect(await listener.tick()).toEqual({ stop: expect.stringContaining('has no tenant id') });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('prints nothing that moves the cursor, reverses text or starts a line', async () => {
    const app = await useEndpoint((res) => void res.writeHead(500).end(HOSTILE));
    const tp = await useHostileServer({ '/api/v1/me': me(1), '/api/v1/events': events });
    const open = (deps: object) =>
      openListener({ tp, address: app.url, folder: useFolder(), from: 'beginning', ...deps });
    const text = open({});
    await text.listener.tick();
    expect(text.printed.length).toBeGreaterThan(1);
    expect(text.printed.filter((line) => UNPRINTABLE.test(line))).toEqual([]);

    const lines: string[] = [];
    const push = (line: string) => void lines.push(line);
    await open({ output: jsonOutput({ out: push, err: push }) }).listener.tick();
    expect(lines.filter((line) => UNPRINTABLE.test(line))).toEqual([]);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ event_type: HOSTILE, event_id: HOSTILE });
  });

  it('prints the detail of a refusal on one line', async () => {
    const problem = { status: 503, body: { detail: HOSTILE, code: HOSTILE } };
    const tp = await useHostileServer({ '/api/v1/me': problem });
    const { listener, printed } = openListener({ tp, address: 'http://127.0.0.1:9/', folder: useFolder() });
    await listener.tick();
    expect(printed).toHaveLength(1);
    expect(printed[0]).not.toMatch(UNPRINTABLE);
  });
});

it('the message of an ApiError is printable, and its members keep the text as received', async () => {
  const errors = [{ code: 'x', pointer: HOSTILE, detail: HOSTILE }];
  const body = { detail: HOSTILE, code: HOSTILE, errors, request_id: HOSTILE };
  const tp = await useHostileServer({ '/api/v1/me': { status: 422, body } });
  const error = await Promise.resolve(tp.me()).catch((thrown: unknown) => thrown as ApiError);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ detail: HOSTILE, code: HOSTILE, errors, requestId: HOSTILE });
  expect((error as ApiError).message).toContain('a [2J');
  expect((error as ApiError).message).not.toMatch(UNPRINTABLE);
});
