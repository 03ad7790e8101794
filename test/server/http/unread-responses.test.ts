import net, { type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type TestEnvironment, type TestTenant, useTestEnvironment } from '../../support/test-environment.ts';

/** More than a connection's buffers hold, which is up to 6 MB on loopback. Two of them leave no room for a page in 32 MB. */
const ROW_BYTES = 15_000_000;
const CONNECTIONS = 3;

async function withLargeRow(): Promise<TestEnvironment & { unread: TestTenant; other: TestTenant }> {
  const environment = await useTestEnvironment();
  const [unread, other] = [await environment.tenant(), await environment.tenant()];
  await environment.context.db.query(
    `INSERT INTO categories (tenant_id, name, slug, position, metadata) VALUES ($1, 'C', 'c', 0, jsonb_build_object('x', repeat('x', $2)))`,
    [unread.tenantId, ROW_BYTES],
  );
  return { ...environment, unread, other };
}

/** Sends a request, and reads nothing. */
function openUnread(baseUrl: string, key: string): Socket {
  const { hostname, port } = new URL(baseUrl);
  const request = `GET /api/v1/categories HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const socket = net.connect({ host: hostname, port: Number(port) }).pause();
  socket.on('error', () => undefined).write(request);
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function readRow(baseUrl: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}/api/v1/categories`, { headers });
  return (await response.arrayBuffer()).byteLength;
}

it("refuses a tenant's requests while its clients don't read 32 MB of responses, and no other's", async () => {
  const { baseUrl, context, unread, other } = await withLargeRow();
  const sockets = Array.from({ length: CONNECTIONS }, () => openUnread(baseUrl, unread.key));
  const statusOf = async ({ request }: TestTenant) => (await request('GET', '/customers')).status;
  await expect.poll(() => statusOf(unread), { timeout: 90_000 }).toBe(429);

  const refused = await unread.request('POST', '/categories', { body: { name: 'Chás' } });
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '1',
    expect.objectContaining({
      code: 'too_many_concurrent_requests',
      detail: expect.stringContaining('32 MB of responses to read'),
    }),
  ]);
  const rows = await context.db.query('SELECT 1 FROM categories WHERE tenant_id = $1', [unread.tenantId]);
  expect(rows).toHaveLength(1);
  expect(await statusOf(other)).toBe(200);

  // What its clients have read, or never will, doesn't count.
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => statusOf(unread), { timeout: 90_000 }).toBe(200);
  for (let n = 0; n < CONNECTIONS; n += 1)
    expect(await readRow(baseUrl, unread.key)).toBeGreaterThan(ROW_BYTES);
});
