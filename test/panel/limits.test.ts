import { describe, expect, it, onTestFinished } from 'vitest';
import type { PanelUser } from '../../server/accounts/staff/panel-user.ts';
import {
  MAX_REQUESTS_PER_ADDRESS,
  MAX_REQUESTS_PER_USER,
  UserLimits,
} from '../../server/panel/request/limits.ts';
import { holdLocks } from '../support/locked-rows.ts';
import { addUser, loggedIn, type PanelReply, textOf, Visitor } from '../support/panel.ts';
import { useTestEnvironment } from '../support/test-environment.ts';

/** Two of the staff. */
async function shop() {
  // The time stands still, so that all requests fall into one window.
  const nowMs = Date.now();
  const environment = await useTestEnvironment({
    env: { TRUST_PROXY: 'loopback' },
    overrides: { nowMs: () => nowMs },
  });
  const { tenantId } = await environment.tenant();
  const logIn = async (): Promise<Visitor> =>
    loggedIn(environment.baseUrl, await addUser(environment, tenantId));
  return { environment, busy: await logIn(), calm: await logIn() };
}

function countsOf(replies: readonly PanelReply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

describe('a user who asks for many pages at once', () => {
  it('gets them four at a time, while another user does not wait', async () => {
    const limits = new UserLimits(() => 0);
    const begun = { busy: 0, calm: 0 };
    const ends: (() => void)[] = [];
    const stay = () => () => {};
    const ask = (who: 'busy' | 'calm', id: number) =>
      limits.run({ tenantId: 1, id } as PanelUser, stay, () => {
        begun[who] += 1;
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const asked = [...Array.from({ length: 6 }, () => ask('busy', 1)), ask('calm', 2)];
    await new Promise(setImmediate);
    expect(begun).toEqual({ busy: 4, calm: 1 });
    for (const busy of [5, 6]) {
      ends.shift()!();
      await new Promise(setImmediate);
      expect(begun).toEqual({ busy, calm: 1 });
    }
    for (const end of ends) end();
    await Promise.all(asked);
  });

  it('gets all of them, and another user gets a page meanwhile', async () => {
    const { environment, busy, calm } = await shop();
    const locked = await holdLocks(
      environment.databaseUrl,
      'LOCK TABLE audit_entries IN ACCESS EXCLUSIVE MODE',
    );
    const flood = times(16, () => busy.get('/panel/audit'));
    await expect.poll(locked.waiting).toBeGreaterThan(0);
    expect((await calm.get('/panel/account')).status).toBe(200);
    await locked.release();
    expect(countsOf(await flood)).toEqual({ 200: 16 });
  });

  it('is refused beyond the limit by a page that says when to come back', async () => {
    const { busy, calm } = await shop();
    const replies = await times(MAX_REQUESTS_PER_USER + 20, () => busy.get('/panel/account'));
    expect(countsOf(replies)).toEqual({ 200: MAX_REQUESTS_PER_USER, 429: 20 });
    const { headers, text } = replies.find(({ status }) => status === 429)!;
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(textOf(text)).toContain('Páginas demais em poucos segundos.');
    expect((await calm.get('/panel/account')).status).toBe(200);
  });

  it('gets them although as many streams as allowed are open', async () => {
    const { environment, busy } = await shop();
    const leave = new AbortController();
    onTestFinished(() => leave.abort());
    const headers = { cookie: [...busy.cookies].map((pair) => pair.join('=')).join('; ') };
    const live = `${environment.baseUrl}/panel/deliveries/live?seen=x`;
    for (let opened = 0; opened < 5; opened += 1) await fetch(live, { headers, signal: leave.signal });
    expect(countsOf(await times(8, () => busy.get('/panel/audit')))).toEqual({ 200: 8 });
  });
});

describe('an address that asks for too many pages', () => {
  it('is refused, and other addresses are not', async () => {
    const { environment } = await shop();
    const visitor = new Visitor(environment.baseUrl, { language: 'en' });
    const from = (address: string) => visitor.get('/panel/login', { 'X-Forwarded-For': address });
    const replies = await times(MAX_REQUESTS_PER_ADDRESS + 5, () => from('203.0.113.7'));
    expect(countsOf(replies)).toEqual({ 200: MAX_REQUESTS_PER_ADDRESS, 429: 5 });
    const refused = replies.find(({ status }) => status === 429)!;
    expect(textOf(refused.text)).toContain('Too many pages within a few seconds.');
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await from('203.0.113.8')).status).toBe(200);
  });
});
