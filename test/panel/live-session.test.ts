import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setInterval } from 'node:timers/promises';
import express from 'express';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import { setUserDisabled, setUserPermissions } from '../../server/accounts/staff/user-changes.ts';
import { openCounterStore } from '../../server/http/limits/counter-store.ts';
import { startRequestContext } from '../../server/http/request-context.ts';
import { mountRoutes } from '../../server/panel/dispatch.ts';
import { Attempts } from '../../server/panel/passwords/attempts.ts';
import { PasswordChecks } from '../../server/panel/passwords/password-checks.ts';
import { LoginThrottle } from '../../server/panel/passwords/throttle.ts';
import { events, type PanelDeps, type PanelRoute } from '../../server/panel/request/route.ts';
import { openSessions } from '../../server/panel/session/middleware.ts';
import { PANEL } from '../../server/panel/session/site.ts';
import { STAFF_ACCESS } from '../../server/panel/staff-access.ts';
import { addUser, loggedIn, type TestUser, type Visitor } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { type TestEnvironment, useTestEnvironment } from '../support/test-environment.ts';

const environment = sharedEnvironment();

/** A list that is never quiet. */
async function* ticks(signal: AbortSignal): AsyncGenerator<string> {
  for await (const _ of setInterval(100)) {
    if (signal.aborted) return;
    yield 'data: tick';
  }
}

const LIVE: PanelRoute = {
  method: 'get',
  path: '/live',
  access: 'webhooks',
  handle: async ({ signal }) => events(ticks(signal)),
};

/** A process that serves one live list, with the sessions of the environment's panel. */
async function serveLive({ context }: TestEnvironment): Promise<string> {
  const store = openCounterStore({ kind: 'memory' });
  const passwords = new PasswordChecks(PANEL, context.db, new LoginThrottle(PANEL, store), new Registry());
  const stopping = new AbortController().signal;
  const deps: PanelDeps = {
    ...context,
    site: PANEL,
    randomInt: () => 0,
    wait: async () => {},
    passwords,
    attempts: new Attempts(PANEL, store),
    mail: undefined,
    stopping,
    panelOrigin: () => undefined,
    writeCounts: async () => {},
  };
  const sessions = openSessions(deps);
  const app = express();
  app.use(startRequestContext, sessions.middleware);
  const router = express.Router();
  mountRoutes(router, [LIVE], deps, STAFF_ACCESS);
  app.use('/panel', router);
  const server: Server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await sessions.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/panel/live`;
}

const openLive = (url: string, visitor: Visitor): Promise<Response> =>
  fetch(url, {
    headers: { Cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') },
    redirect: 'manual',
  });

/** Resolves when the stream ends. */
const drained = (response: Response): Promise<string> => response.text();

async function open(own = environment()): Promise<{ user: TestUser; visitor: Visitor; url: string }> {
  const user = await addUser(own, (await own.tenant()).tenantId);
  return { user, visitor: await loggedIn(own.baseUrl, user), url: await serveLive(own) };
}

it.each([
  ['a logout in another tab', ({ visitor }) => visitor.post('/panel/logout')],
  [
    'disabling the user',
    ({ user }) => environment().context.db.transaction((tx) => setUserDisabled(tx, OPERATOR, user, true)),
  ],
  [
    'taking the permission away',
    ({ user }) => environment().context.db.transaction((tx) => setUserPermissions(tx, OPERATOR, user, [])),
  ],
] as [string, (opened: { user: TestUser; visitor: Visitor }) => Promise<unknown>][])(
  'a live list ends within seconds after %s',
  async (_, change) => {
    const { user, visitor, url } = await open();
    const response = await openLive(url, visitor);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await change({ user, visitor });
    await drained(response);
    const again = await openLive(url, visitor);
    expect(again.headers.get('content-type')).not.toBe('text/event-stream');
    await again.body?.cancel();
  },
);

it('a live list does not keep its session alive', async () => {
  let now = Date.now();
  const own = await useTestEnvironment({ overrides: { nowMs: () => now } });
  const { visitor, url } = await open(own);
  const hour = 3_600_000;
  for (let hours = 0; hours < 2; hours += 1) {
    now += hour - 1_000;
    const response = await openLive(url, visitor);
    expect(response.status).toBe(200);
    await response.body!.cancel();
  }
  const response = await openLive(url, visitor);
  now += 10_000;
  await drained(response);
  expect((await visitor.get('/panel/account')).location).toMatch(/^\/panel\/login/);
});
