import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../server/main/roles/service.ts';
import { holdLocks } from '../support/locked-rows.ts';
import { addUser, PASSWORD, type PanelReply, Visitor } from '../support/panel.ts';
import { type TestEnvironment, useTestEnvironment } from '../support/test-environment.ts';

const OWNER = 'dona@serraalta.com.br';
/** Many times what is let through, which is at most 30 a quarter of an hour. */
const GUESSES = Number(process.env.TRADEPOST_GUESSES || 100);
/** So many requests to one process on a machine that is busy with other things. */
const FLOOD_MS = 300_000;
const AT_ONCE = 10;

interface Panel {
  readonly url: string;
  /** How many passwords were hashed. */
  hashes(): Promise<number>;
  guess(email: string, address: string, visitor?: Visitor): Promise<PanelReply>;
  logIn(visitor: Visitor, address: string, email?: string): Promise<PanelReply>;
}

/** A process with the panel, behind a proxy that says where requests come from. */
async function startPanel({ context }: TestEnvironment): Promise<Panel> {
  const config = { ...context.config, metricsPort: 0 };
  const service = await startService({ ...context, config }, ['panel']);
  onTestFinished(() => service.stop());
  const url = new URL(service.panelAddress!).origin;
  const send = (visitor: Visitor, email: string, password: string, address: string) =>
    visitor.post('/panel/login', { email, password }, { 'X-Forwarded-For': address });
  return {
    url,
    hashes: async () => {
      const text = await (await fetch(service.metricsAddress!)).text();
      return Number(/^tradepost_panel_password_hashes_total (\d+)/m.exec(text)?.[1] ?? 0);
    },
    guess: (email, address, visitor = new Visitor(url)) => send(visitor, email, 'a wrong guess', address),
    logIn: (visitor, address, email = OWNER) => send(visitor, email, PASSWORD, address),
  };
}

async function openShop(env = {}): Promise<{ shop: TestEnvironment; panel: Panel }> {
  const shop = await useTestEnvironment({ env: { TRUST_PROXY: 'loopback', ...env } });
  await addUser(shop, (await shop.tenant()).tenantId, { email: OWNER });
  return { shop, panel: await startPanel(shop) };
}

/** Sends all guesses, some at once, and counts the answers by their status. */
async function flood(
  send: (n: number) => Promise<PanelReply>,
  guesses = GUESSES,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < guesses; n = next++) {
      const { status } = await send(n);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return statuses;
}

const addressOf = (n: number): string => `198.18.${n >> 8}.${n & 255}`;

describe(`${GUESSES} guesses`, () => {
  it('from one address check five passwords of an owner, who gets in from another', {
    timeout: FLOOD_MS,
  }, async () => {
    const { panel } = await openShop();
    const statuses = await flood(() => panel.guess(OWNER, '203.0.113.7'));
    expect(statuses).toEqual({ 422: 5, 429: GUESSES - 5 });
    expect(await panel.hashes()).toBe(5);
    expect((await panel.logIn(new Visitor(panel.url), '203.0.113.8')).status).toBe(303);
    expect((await panel.logIn(new Visitor(panel.url), '203.0.113.7')).status).toBe(429);
  });

  it('from one address at as many users check thirty passwords', { timeout: FLOOD_MS }, async () => {
    const { shop, panel } = await openShop();
    const { tenantId } = await shop.tenant();
    const email = (n: number): string => `user${n}@example.com`;
    // Some are nobody's: that costs a real hash, as for users in production.
    for (let n = 0; n < GUESSES; n += 1) if (n % 10 > 0) await addUser(shop, tenantId, { email: email(n) });
    const statuses = await flood((n) => panel.guess(email(n), '203.0.113.7'));
    expect(statuses).toEqual({ 422: 30, 429: GUESSES - 30 });
    expect(await panel.hashes()).toBe(30);
    expect((await panel.logIn(new Visitor(panel.url), '203.0.113.8')).status).toBe(303);
  });

  it('from one IPv6 network count as those from one address', async () => {
    const { panel } = await openShop();
    const statuses = await flood((n) => panel.guess(OWNER, `2001:db8:0:1::${n.toString(16)}`), 100);
    expect(statuses).toEqual({ 422: 5, 429: 95 });
    expect((await panel.logIn(new Visitor(panel.url), '2001:db8:0:2::1')).status).toBe(303);
  });

  it('from as many addresses check about one a second, and the owner gets in meanwhile', {
    timeout: FLOOD_MS,
  }, async () => {
    const { panel } = await openShop();
    const known = new Visitor(panel.url);
    expect((await panel.logIn(known, '203.0.113.1')).status).toBe(303);
    const began = performance.now();
    const flooded = flood((n) => panel.guess(OWNER, addressOf(n)));
    // A browser that has logged in before gets in at once, from any network.
    for (let n = 0; n < 5; n += 1) expect((await panel.logIn(known, addressOf(n))).status).toBe(303);
    // A new browser on a new network gets in once one of the ten turns in ten seconds is its own.
    const fresh = new Visitor(panel.url);
    await expect.poll(async () => (await panel.logIn(fresh, '203.0.113.2')).status).toBe(303);
    const statuses = await flooded;
    const windows = Math.ceil((performance.now() - began) / 10_000) + 1;
    expect(statuses[422]).toBeLessThanOrEqual(10 * windows);
    // Logins beside the guesses: 6 of the known browser, and at most one a window of the new one.
    expect(await panel.hashes()).toBeLessThanOrEqual(10 * windows + 6);
  });

  it('are counted over all processes when PostgreSQL counts', { timeout: FLOOD_MS }, async () => {
    const { shop, panel } = await openShop({ DATABASE_URL: 'postgres://set-so-that-postgresql-counts/' });
    const second = await startPanel(shop);
    const statuses = await flood((n) => (n % 2 === 0 ? panel : second).guess(OWNER, '203.0.113.7'), 200);
    expect(statuses).toEqual({ 422: 5, 429: 195 });
    expect((await panel.hashes()) + (await second.hashes())).toBe(5);
    expect((await second.logIn(new Visitor(second.url), '203.0.113.8')).status).toBe(303);
  });
});

describe('a device cookie', () => {
  it('lets its browser in although its own network is throttled', async () => {
    const { panel } = await openShop();
    const known = new Visitor(panel.url);
    await panel.logIn(known, '203.0.113.7');
    await flood(() => panel.guess(OWNER, '203.0.113.7'), 50);
    expect((await panel.logIn(new Visitor(panel.url), '203.0.113.7')).status).toBe(429);
    expect((await panel.logIn(known, '203.0.113.7')).status).toBe(303);
  });

  it('gives ten wrong passwords an hour, and then counts as an unknown browser', async () => {
    const { panel } = await openShop();
    const stolen = new Visitor(panel.url);
    await panel.logIn(stolen, '203.0.113.1');
    const statuses = await flood(() => panel.guess(OWNER, '203.0.113.7', stolen), 50);
    expect(statuses).toEqual({ 422: 15, 429: 35 });
  });

  it('is worth nothing for another user, or when it was changed', async () => {
    const { shop, panel } = await openShop();
    await addUser(shop, (await shop.tenant()).tenantId, { email: 'outra@example.com' });
    const other = new Visitor(panel.url);
    await panel.logIn(other, '203.0.113.7', 'outra@example.com');
    const [name, expires] = other.cookies.get('tradepost_devices')!.split('.') as [string, string];
    await flood(() => panel.guess(OWNER, '203.0.113.7'), 50);
    expect((await panel.logIn(other, '203.0.113.7')).status).toBe(429);
    const forged = new Visitor(panel.url);
    forged.cookies.set('tradepost_devices', `${name}.${expires}.${'A'.repeat(22)}`);
    expect((await panel.logIn(forged, '203.0.113.7')).status).toBe(429);
  });

  it('stays with each of the people who share a computer', async () => {
    const { shop, panel } = await openShop();
    await addUser(shop, (await shop.tenant()).tenantId, { email: 'outra@example.com' });
    const shared = new Visitor(panel.url);
    await panel.logIn(shared, '203.0.113.7');
    await shared.post('/panel/logout');
    await panel.logIn(shared, '203.0.113.7', 'outra@example.com');
    await shared.post('/panel/logout');
    await flood(() => panel.guess(OWNER, '203.0.113.7'), 50);
    expect((await panel.logIn(shared, '203.0.113.7')).status).toBe(303);
  });
});

it('one password is hashed for an address, whether nobody, one tenant or two tenants know it', async () => {
  const { shop, panel } = await openShop();
  for (let n = 0; n < 2; n += 1)
    await addUser(shop, (await shop.tenant()).tenantId, { email: 'contadora@example.com' });
  for (const email of ['nobody@example.com', OWNER, 'contadora@example.com']) {
    const before = await panel.hashes();
    await panel.guess(email, '203.0.113.7');
    expect((await panel.hashes()) - before).toBe(1);
  }
});

it('says how long to wait, in both languages, and shows a busy page when too many wait', async () => {
  const { shop, panel } = await openShop();
  const page = (language: 'pt-BR' | 'en') =>
    panel.guess(OWNER, '203.0.113.7', new Visitor(panel.url, { language }));
  // Nobody's password is found until the table is free.
  const locked = await holdLocks(shop.databaseUrl, 'LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const replies = Array.from({ length: 40 }, () => page('pt-BR'));
  const first = await Promise.race(replies);
  await locked.release();
  expect(first.status).toBe(503);
  expect(first.text).toContain('Muita gente está entrando agora.');
  await Promise.all(replies);
  expect((await page('pt-BR')).text).toMatch(/Tente de novo em 15 minutos/);
  expect((await page('en')).text).toMatch(/Try again in 15 minutes/);
});
