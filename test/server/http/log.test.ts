import net from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLog, serializers } from '../../../server/main/log.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

/** A log at its most verbose level, and what it wrote. */
function listening() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: pino({ level: 'trace', serializers }, stream) };
}

it('logs each request in one line, without its key, query or body', async () => {
  const { lines, log } = listening();
  const { tenant } = await useTestEnvironment({ overrides: { log } });
  const { tp, request, key } = await tenant();
  await tp.customers.create({ type: 'person', name: 'Maria Souza', tax_id: '529.982.247-25' });
  await request('GET', '/customers?tax_id=529.982.247-25');
  await request('POST', '/customers', {
    body: { type: 'person', name: 'Maria Souza', tax_id: '529.982.247-25' },
  });
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(3);
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    'createCustomer 201',
    'listCustomers 200',
    'createCustomer 409',
  ]);
  expect(lines.join('')).not.toMatch(/52998224725|529\.982|Maria/);
  expect(lines.join('')).not.toContain(key.slice(11));
});

it("logs a refusal with the problem's code and the tenant, of a key that expired, too", async () => {
  const { lines, log } = listening();
  const { context, tenant } = await useTestEnvironment({ overrides: { log } });
  const { request, tenantId } = await tenant();
  await request('GET', '/categories?limit=0');
  await context.db.query("UPDATE api_keys SET expires_at = now() - interval '1 s'", []);
  const expired = await tenant();
  await context.db.query("UPDATE api_keys SET expires_at = now() - interval '1 s'", []);
  await expired.request('GET', '/categories');
  const requests = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  await expect
    .poll(() => requests().map(({ problem_code, tenant_id }) => [problem_code, tenant_id]))
    .toEqual([
      ['invalid_request', tenantId],
      [expect.any(String), expired.tenantId],
    ]);
});

it('logs a pipelined request that was done although its connection closed before its turn', async () => {
  const { lines, log } = listening();
  const { baseUrl, context, databaseUrl, tenant } = await useTestEnvironment({ overrides: { log } });
  const { key } = await tenant();
  const lock = await holdLocks(databaseUrl, 'LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
  const { hostname, port } = new URL(baseUrl);
  const head = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
  const body = '{"name":"Chás"}';
  const client = net.connect(Number(port), hostname);
  client.write(
    `GET /api/v1/products ${head}\r\nPOST /api/v1/categories ${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await expect.poll(() => context.db.query('SELECT FROM categories', [])).toHaveLength(1);
  client.destroy();
  const requests = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  await expect
    .poll(() => requests().map(({ operation, status, completed }) => [operation, status, completed]))
    .toEqual([
      ['listProducts', undefined, false],
      ['createCategory', 201, false],
    ]);
  await lock.release();
});

it('logs a database error without the values that it quotes', async () => {
  const { lines, log } = listening();
  const { context, tenant } = await useTestEnvironment({ overrides: { log } });
  const { request } = await tenant();
  await context.db.query("ALTER TABLE customers ADD CONSTRAINT odd CHECK (name <> 'Maria Souza')", []);
  const response = await request('POST', '/customers', {
    body: { type: 'person', name: 'Maria Souza', tax_id: '52998224725' },
  });
  expect(response.status).toBe(500);
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed');
  expect(logged.err).toMatchObject({
    code: '23514',
    constraint: 'odd',
    table: expect.stringMatching(/^customers/),
  });
  expect(logged.err.stack).toContain('at ');
  expect(lines.join('')).not.toMatch(/Maria|52998224725/);
});

it('logs nothing at level silent', () => {
  expect(createLog({ logLevel: 'silent' }).isLevelEnabled('fatal')).toBe(false);
});
