import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../server/http/connection/create-server.ts';
import { openCounterStore } from '../../server/http/limits/counter-store.ts';
import { createOtherApp } from '../../server/main/roles/app.ts';
import { ProcessHealth } from '../../server/main/roles/process-health.ts';
import { createPanel } from '../../server/panel/panel.ts';
import { Attempts } from '../../server/panel/passwords/attempts.ts';
import { PasswordChecks } from '../../server/panel/passwords/password-checks.ts';
import { LoginThrottle } from '../../server/panel/passwords/throttle.ts';
import { ownPath } from '../../server/panel/request/form.ts';
import { PANEL } from '../../server/panel/session/site.ts';
import { addUser, loggedIn, Visitor } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment();

it.each(['/panel/login?next=%00', '/panel?x=%00', '/panel/deliveries/live?seen=%00'])(
  'a NUL character in %s is a malformed request',
  async (path) => {
    expect((await new Visitor(environment().baseUrl).get(path)).status).toBe(400);
  },
);

it.each(['0000-01-01T00:00', '0001-01-01T00:00', '0099-01-01T00:00', '9999-12-31T23:59'])(
  'a period that begins or ends at %s lists deliveries all the same',
  async (time) => {
    const { tenantId } = await environment().tenant();
    const visitor = await loggedIn(environment().baseUrl, await addUser(environment(), tenantId));
    for (const name of ['from', 'until'])
      expect((await visitor.get(`/panel/deliveries?${name}=${time}`)).status).toBe(200);
  },
);

it.each([
  '/panel/../..//evil.test',
  '/panel//evil.test',
  '//evil.test',
  '/panel/%2e%2e/x',
  '/console/tenants',
  'https://evil.test',
  // A redirect can't have it, and would fail once the change is made.
  '/panel/deliveries?open=中',
])('nobody is sent back to %s', (path) => {
  expect(ownPath(path, PANEL)).toBe('/panel');
});

it('a form whose body never ends gets 408', async () => {
  const { context } = environment();
  const passwords = new PasswordChecks(
    PANEL,
    context.db,
    new LoginThrottle(PANEL, openCounterStore({ kind: 'memory' })),
    new Registry(),
  );
  const panel = createPanel(context, {
    randomInt: () => 0,
    wait: async () => {},
    passwords,
    attempts: new Attempts(PANEL, openCounterStore({ kind: 'memory' })),
    mail: undefined,
    panelOrigin: () => undefined,
    writeCounts: async () => {},
  });
  const server = createServer(
    createOtherApp(context, new ProcessHealth({ ...context, serves: true }), panel),
    context.log,
    {
      headersMs: 200,
      requestMs: 400,
      checkEveryMs: 100,
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await panel.stop();
  });
  const { port } = server.address() as AddressInfo;
  const sent = request({
    port,
    method: 'POST',
    path: '/panel/login',
    headers: {
      Origin: `http://127.0.0.1:${port}`,
      Host: `127.0.0.1:${port}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': 500,
    },
  });
  sent.on('error', () => {});
  sent.write('email=');
  const [response] = await once(sent, 'response');
  expect(response.statusCode).toBe(408);
});
