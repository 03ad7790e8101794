import { describe, expect, it } from 'vitest';
import { listAudit } from '../../server/accounts/audit/list.ts';
import { ROLES, type Role } from '../../server/accounts/staff/rules/roles.ts';
import { listUsers } from '../../server/accounts/staff/users.ts';
import { ATTEMPT_LIMITS } from '../../server/panel/passwords/attempts.ts';
import { addUser, loggedIn, PASSWORD, type PanelReply, textOf, Visitor } from '../support/panel.ts';
import { addRole, linkIn, openTeam, setUpFactor, tokenIn } from '../support/people.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { useTestEnvironment } from '../support/test-environment.ts';
import { captureLog } from '../support/webhook-fixtures.ts';

const environment = sharedEnvironment({ env: { TRUST_PROXY: 'loopback' } });
const baseUrl = (): string => environment().baseUrl;
const db = () => environment().context.db;
const NEXT = 'uma senha bem nova';
let people = 0;
const newEmail = (): string => `iara.${++people}@serraalta.com.br`;

const invite = (visitor: Visitor, email: string, role: string = 'viewer'): Promise<PanelReply> =>
  visitor.post('/panel/team/invite', { email, role });

const accept = (token: string, fields = {}, visitor = new Visitor(baseUrl())): Promise<PanelReply> =>
  visitor.post('/panel/link', { token, name: 'Iara Mota', next: NEXT, ...fields });

const membersOf = async (tenantId: number) =>
  (await listUsers(db(), tenantId)).map(({ email, name, permissions }) => ({ email, name, permissions }));

describe('an invitation', () => {
  it.each(Object.keys(ROLES) as Role[])('brings somebody in as %s', async (role) => {
    const { visitor, tenantId } = await openTeam(environment());
    const email = newEmail();
    const { status, text } = await invite(visitor, email, role);
    expect(status).toBe(200);
    const opened = await new Visitor(baseUrl()).get(linkIn(text));
    expect(textOf(opened.text)).toContain('Convite para Torrefação Serra Alta');
    expect(textOf(opened.text)).toContain(email);
    expect((await accept(tokenIn(text))).location).toBe('/panel/login');
    expect(await membersOf(tenantId)).toContainEqual({ email, name: 'Iara Mota', permissions: ROLES[role] });
    const [created] = await listAudit(db(), tenantId, { group: 'users' }, { limit: 1 });
    expect(created).toMatchObject({ action: 'user.created', actorName: email });
    expect((await new Visitor(baseUrl()).logIn({ email }, NEXT)).status).toBe(303);
    expect(textOf((await visitor.get('/panel/team')).text)).toContain(email);
  });

  it('works once, even if it is accepted ten times at once', async () => {
    const { visitor, tenantId } = await openTeam(environment());
    const email = newEmail();
    const token = tokenIn((await invite(visitor, email)).text);
    const replies = await Promise.all(Array.from({ length: 8 }, () => accept(token)));
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
    expect((await membersOf(tenantId)).filter((each) => each.email === email)).toHaveLength(1);
    expect((await accept(token)).status).toBe(404);
  });

  it('that is expired, revoked, replaced, used or made up looks the same', async () => {
    const { visitor, tenantId } = await openTeam(environment());
    const [expired, revoked, replaced, used, taken] = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const email = newEmail();
        return { email, token: tokenIn((await invite(visitor, email)).text) };
      }),
    );
    const idOf = async ({ email }: { email: string }): Promise<number> =>
      (await db().query<{ id: number }>('SELECT id::integer FROM user_links WHERE email = $1', [email]))[0]!
        .id;
    await db().query("UPDATE user_links SET expires_at = now() - interval '1 s' WHERE email = $1", [
      expired!.email,
    ]);
    await visitor.post(`/panel/team/invitations/${await idOf(revoked!)}/revoke`);
    await visitor.post(`/panel/team/invitations/${await idOf(replaced!)}/resend`);
    await accept(used!.token);
    // Somebody made a user of the address meanwhile.
    await addUser(environment(), tenantId, { email: taken!.email });
    const stranger = new Visitor(baseUrl(), { address: '10.1.0.1' });
    const opened = async (token: string) =>
      (await stranger.get(`/panel/link/${token}`)).text.replaceAll(token, '');
    const dead = await opened('A'.repeat(43));
    expect(textOf(dead)).toContain('Este link não vale');
    for (const { token } of [expired!, revoked!, replaced!, used!]) {
      expect(await opened(token)).toBe(dead);
      expect((await accept(token)).status).toBe(404);
    }
    expect(await opened('short')).toBe(dead);
    expect((await accept(taken!.token)).status).toBe(404);
    expect(
      (await membersOf(tenantId)).map(({ name }) => name).filter((name) => name === 'Iara Mota'),
    ).toHaveLength(1);
  });

  it('asks for a name and a password as any other, and keeps the link meanwhile', async () => {
    const { visitor } = await openTeam(environment());
    const token = tokenIn((await invite(visitor, newEmail())).text);
    const { status, text } = await accept(token, { name: '', next: 'curta' });
    expect(status).toBe(422);
    expect(textOf(text)).toMatch(/Informe seu nome.*pelo menos 12 caracteres/);
    expect((await accept(token)).status).toBe(303);
  });

  it("tells nothing of the address's users elsewhere, who keep their password", async () => {
    const other = await openTeam(environment());
    const { visitor, tenantId } = await openTeam(environment());
    const unknown = await invite(visitor, newEmail());
    const known = await invite(visitor, other.user.email);
    const plain = ({ text }: PanelReply, email: string) =>
      textOf(text)
        .replaceAll(email, '')
        .replace(/link\/\S+/, '');
    expect(plain(known, other.user.email)).toBe(plain(unknown, `iara.${people}@serraalta.com.br`));
    await accept(tokenIn(known.text));
    expect((await membersOf(tenantId)).map(({ email }) => email)).toContain(other.user.email);
    expect((await new Visitor(baseUrl()).logIn(other.user, PASSWORD)).location).toBe('/panel');
    expect((await new Visitor(baseUrl()).logIn(other.user, NEXT)).location).toBe('/panel');
  });

  it('is refused for a member, for what is no address, and for a role that one has not', async () => {
    const { visitor, user, tenantId } = await openTeam(environment());
    const custom = await addUser(environment(), tenantId, { permissions: ['user.manage', 'log.read'] });
    const manager = await loggedIn(baseUrl(), custom);
    expect(textOf((await invite(visitor, user.email.toUpperCase())).text)).toContain('já está na equipe');
    expect((await invite(visitor, 'iara')).status).toBe(422);
    expect((await invite(visitor, newEmail(), 'admin')).status).toBe(422);
    expect(textOf((await invite(manager, newEmail(), 'developer')).text)).toContain('pode mais que o seu');
    expect((await invite(manager, newEmail(), 'viewer')).status).toBe(200);
  });

  it("can't be guessed: a network that tries gets 429, and links that work go on working there", async () => {
    const { visitor } = await openTeam(environment());
    const link = linkIn((await invite(visitor, newEmail())).text);
    const guesser = new Visitor(baseUrl(), { address: '10.2.0.1' });
    const statuses = [];
    for (let n = 0; n < ATTEMPT_LIMITS.unknown_link.points + 2; n += 1)
      statuses.push((await guesser.get(`/panel/link/${'B'.repeat(41)}${String(n).padStart(2, '0')}`)).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(ATTEMPT_LIMITS.unknown_link.points);
    expect(statuses.at(-1)).toBe(429);
    expect((await guesser.get(link)).status).toBe(200);
  });

  it('limits how many e-mails a company sends to people outside', async () => {
    const { visitor } = await openTeam(environment());
    const email = newEmail();
    const statuses = [];
    for (let n = 0; n <= ATTEMPT_LIMITS.mail.points; n += 1)
      statuses.push((await invite(visitor, email)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(ATTEMPT_LIMITS.mail.points);
    expect(statuses.at(-1)).toBe(429);
  });

  it('has no token in the log, nor in the database', async () => {
    const { lines, log } = captureLog();
    const own = await useTestEnvironment({ overrides: { log } });
    const { visitor } = await openTeam(own);
    const token = tokenIn((await invite(visitor, newEmail())).text);
    const guest = new Visitor(own.baseUrl);
    await guest.get(`/panel/link/${token}`);
    await guest.post('/panel/link', { token, name: '', next: '' });
    expect(lines.join('')).toContain('GET /link/:token');
    expect(lines.join('')).not.toContain(token);
    const rows = await own.context.db.query('SELECT to_jsonb(l)::text AS row FROM user_links l', []);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a colleague', () => {
  it('gets another role, which counts at the next click, and is in the audit', async () => {
    const { visitor, tenantId, user } = await openTeam(environment());
    const member = await addRole(environment(), tenantId, 'viewer');
    const theirs = await loggedIn(baseUrl(), member);
    expect((await theirs.get('/panel/keys')).status).toBe(403);
    expect((await visitor.post(`/panel/team/${member.id}/role`, { role: 'developer' })).status).toBe(303);
    expect((await theirs.get('/panel/keys')).status).toBe(200);
    const [entry] = await listAudit(db(), tenantId, { group: 'users' }, { limit: 1 });
    expect(entry).toMatchObject({
      action: 'user.permissions_set',
      actorName: user.email,
      targetName: member.email,
      details: { permissions: ROLES.developer, previous: ROLES.viewer },
    });
  });

  it('is removed with sessions and links, and can be invited again', async () => {
    const { visitor, tenantId } = await openTeam(environment());
    const member = await addRole(environment(), tenantId, 'developer');
    const theirs = await loggedIn(baseUrl(), member);
    const link = await visitor.post(`/panel/team/${member.id}/password-link`);
    expect((await visitor.post(`/panel/team/${member.id}/remove`)).location).toBe('/panel/team');
    expect((await theirs.get('/panel/account')).location).toMatch(/^\/panel\/login/);
    expect((await new Visitor(baseUrl()).get(linkIn(link.text))).status).toBe(404);
    expect((await new Visitor(baseUrl()).logIn(member)).status).toBe(422);
    expect((await invite(visitor, member.email)).status).toBe(200);
  });

  it('gets a link for another password, which ends the sessions', async () => {
    const { visitor, tenantId } = await openTeam(environment());
    const member = await addRole(environment(), tenantId, 'support');
    const theirs = await loggedIn(baseUrl(), member);
    const { text } = await visitor.post(`/panel/team/${member.id}/password-link`);
    const reply = await accept(tokenIn(text));
    expect(reply.location).toBe('/panel/login');
    expect((await theirs.get('/panel/account')).location).toMatch(/^\/panel\/login/);
    expect((await new Visitor(baseUrl()).logIn(member, NEXT)).status).toBe(303);
  });

  it('who lost the phone logs in without a code after an owner switched it off', async () => {
    const { visitor, tenantId } = await openTeam(environment());
    const member = await addRole(environment(), tenantId, 'support');
    await setUpFactor(environment(), await loggedIn(baseUrl(), member), member);
    expect((await visitor.post(`/panel/team/${member.id}/second-factor`)).location).toBe('/panel/team');
    expect((await new Visitor(baseUrl()).logIn(member)).location).toBe('/panel');
  });

  it.each(['role', 'remove', 'password-link', 'second-factor'])(
    'who may do more, and oneself, are out of reach: %s',
    async (action) => {
      const { user: owner, tenantId, visitor: own } = await openTeam(environment());
      const custom = await addUser(environment(), tenantId, { permissions: ['user.manage'] });
      const manager = await loggedIn(baseUrl(), custom);
      const before = await db().query('SELECT * FROM users WHERE tenant_id = $1 ORDER BY id', [tenantId]);
      const form = { role: 'viewer' };
      expect((await manager.post(`/panel/team/${owner.id}/${action}`, form)).status).toBe(403);
      expect((await manager.post(`/panel/team/${custom.id}/${action}`, { role: 'owner' })).status).toBe(403);
      expect((await own.post(`/panel/team/${owner.id}/${action}`, form)).status).toBe(403);
      expect(await db().query('SELECT * FROM users WHERE tenant_id = $1 ORDER BY id', [tenantId])).toEqual(
        before,
      );
    },
  );

  it('two owners who remove each other at the same moment leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { visitor, user, tenantId } = await openTeam(environment());
      const second = await addRole(environment(), tenantId, 'owner');
      const theirs = await loggedIn(baseUrl(), second);
      await Promise.all([
        visitor.post(`/panel/team/${second.id}/remove`),
        theirs.post(`/panel/team/${user.id}/role`, { role: 'viewer' }),
      ]);
      const owners = (await membersOf(tenantId)).filter(({ permissions }) =>
        permissions.includes('user.manage'),
      );
      expect(owners).toHaveLength(1);
    }
  });
});

it('a page that one may not open names who can change that, and no command', async () => {
  const { tenantId, user } = await openTeam(environment());
  const viewer = await loggedIn(baseUrl(), await addRole(environment(), tenantId, 'viewer'));
  const { text } = await viewer.get('/panel/keys');
  expect(textOf(text)).toContain(`Quem pode dar: ${user.email}.`);
  expect(text).not.toContain('tradepost user');
});
