import { describe, expect, it } from 'vitest';
import { listAudit } from '../../server/accounts/audit/list.ts';
import { addUser, loggedIn, PASSWORD, type Permission, textOf, Visitor } from '../support/panel.ts';
import { tokenIn } from '../support/people.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment();
const baseUrl = (): string => environment().baseUrl;
const NEXT = 'uma senha bem nova';

async function open(options: { permissions?: readonly Permission[]; language?: 'pt-BR' | 'en' } = {}) {
  const { tenantId } = await environment().tenant({ name: 'Torrefação Serra Alta' });
  const user = await addUser(environment(), tenantId, options);
  return { user, visitor: await loggedIn(baseUrl(), user, options) };
}

const change = (visitor: Visitor, current: string, next: string) =>
  visitor.post('/panel/account/password', { current, next });

const actionsOf = async (tenantId: number) =>
  (await listAudit(environment().context.db, tenantId, {}, { limit: 50 })).map(
    ({ action, actorName, details }) => ({
      action,
      actorName,
      details,
    }),
  );

describe('the account page', () => {
  it.each([
    ['pt-BR', /Minha conta.*Nome Ana Ribeiro.*Empresa Torrefação Serra Alta.*Gerenciar chaves de API/],
    ['en', /My account.*Name Ana Ribeiro.*Company Torrefação Serra Alta.*Manage API keys/],
  ] as const)('tells in %s who one is', async (language, sentence) => {
    const { visitor } = await open({ language });
    expect(textOf((await visitor.get('/panel/account')).text)).toMatch(sentence);
  });

  it('says who can grant permissions to a user who has none', async () => {
    const { visitor } = await open({ permissions: [] });
    expect(textOf((await visitor.get('/panel/account')).text)).toContain(
      'Quem administra a equipe pode concedê-las.',
    );
  });

  it('changes the language of this browser', async () => {
    const { visitor } = await open();
    const { location } = await visitor.post('/panel/language', { back: '/panel/account', locale: 'en' });
    expect(textOf((await visitor.get(location!)).text)).toContain('My account');
  });
});

describe('changing the password', () => {
  it('ends the other sessions, keeps this one, and is in the audit without the password', async () => {
    const { user, visitor } = await open();
    const elsewhere = await loggedIn(baseUrl(), user);
    expect((await change(visitor, PASSWORD, NEXT)).location).toBe('/panel/account');
    expect(textOf((await visitor.get('/panel/account')).text)).toContain('Senha trocada.');
    expect((await elsewhere.get('/panel/account')).location).toMatch(/^\/panel\/login/);
    expect((await new Visitor(baseUrl()).logIn(user)).status).toBe(422);
    expect((await new Visitor(baseUrl()).logIn(user, NEXT)).status).toBe(303);
    const entries = await actionsOf(user.tenantId);
    expect(entries).toContainEqual({ action: 'user.password_set', actorName: user.email, details: {} });
    expect(JSON.stringify(entries)).not.toContain(NEXT);
  });

  it.each([
    ['no current password', '', NEXT, 'Informe a senha atual.'],
    ['a wrong current password', 'not this password', NEXT, 'Esta não é a sua senha atual.'],
    ['a short one', PASSWORD, 'curta', 'A senha precisa de pelo menos 12 caracteres.'],
    ['one that is too long', PASSWORD, 'x'.repeat(257), 'A senha pode ter no máximo 256 caracteres.'],
    ['the same one', PASSWORD, PASSWORD, 'A nova senha é igual à atual.'],
  ])('is refused with %s', async (_, current, next, sentence) => {
    const { user, visitor } = await open();
    const { status, text } = await change(visitor, current, next);
    expect(status).toBe(422);
    expect(textOf(text)).toContain(sentence);
    expect(text).not.toContain(current || 'nothing');
    expect((await new Visitor(baseUrl()).logIn(user)).status).toBe(303);
  });

  it('is throttled for whoever found an open browser and guesses', async () => {
    const { visitor } = await open();
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await change(visitor, `guess number ${n}`, NEXT)).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(15);
    const { status, text } = await change(visitor, PASSWORD, NEXT);
    expect(status).toBe(429);
    expect(textOf(text)).toMatch(/Muitas senhas erradas\. Tente de novo em \d+ minutos/);
  });

  it("doesn't accept the password of the same person in another tenant", async () => {
    const { user, visitor } = await open();
    const other = await environment().tenant();
    await addUser(environment(), other.tenantId, { email: user.email });
    await environment().context.db.query('UPDATE users SET password = $3 WHERE tenant_id = $1 AND id = $2', [
      user.tenantId,
      user.id,
      'scrypt$32768$8$3$c2FsdHNhbHRzYWx0c2FsdA$bm90aGluZ25vdGhpbmdub3RoaW5nbm90aGluZzAwMDA',
    ]);
    expect((await change(visitor, PASSWORD, NEXT)).status).toBe(422);
  });
});

it('logging out everywhere ends all sessions, this one too', async () => {
  const { user, visitor } = await open();
  const elsewhere = await loggedIn(baseUrl(), user);
  expect((await visitor.post('/panel/account/sessions/end')).location).toBe('/panel/login');
  for (const each of [visitor, elsewhere])
    expect((await each.get('/panel/account')).location).toMatch(/^\/panel\/login/);
  const logout = { action: 'logout', actorName: user.email, details: { everywhere: true } };
  expect(await actionsOf(user.tenantId)).toContainEqual(logout);
});

describe('name, address and sessions', () => {
  it('changes the name, and refuses an empty one', async () => {
    const { user, visitor } = await open();
    expect((await visitor.post('/panel/account/name', { name: ' ' })).status).toBe(422);
    await visitor.post('/panel/account/name', { name: 'Ana Serra' });
    expect(textOf((await visitor.get('/panel/account')).text)).toContain('Nome Ana Serra');
    const details = { name: 'Ana Serra', previous: 'Ana Ribeiro' };
    expect(await actionsOf(user.tenantId)).toContainEqual({
      action: 'user.renamed',
      actorName: user.email,
      details,
    });
  });

  it('refuses what is no address, and a link to one that a colleague took meanwhile', async () => {
    const { user, visitor } = await open();
    const change = (email: string) => visitor.post('/panel/account/email', { email });
    expect((await change('ana')).status).toBe(422);
    expect((await change(user.email)).status).toBe(422);
    const token = tokenIn((await change('ana@nova.example')).text);
    await addUser(environment(), user.tenantId, { email: 'ANA@nova.example' });
    const again = await change('ana@nova.example');
    expect([again.status, textOf(again.text)]).toEqual([
      422,
      expect.stringContaining('Alguém da equipe já usa este e-mail.'),
    ]);
    const confirm = () => new Visitor(baseUrl()).post('/panel/link', { token, current: PASSWORD });
    expect((await confirm()).status).toBe(404);
    expect((await new Visitor(baseUrl()).logIn(user)).status).toBe(303);
  });

  it('lists the sessions, and ends another or its own', async () => {
    const { user, visitor } = await open();
    const phone = await loggedIn(baseUrl(), user);
    const colleague = await loggedIn(baseUrl(), await addUser(environment(), user.tenantId));
    const { text } = await visitor.get('/panel/account');
    expect(textOf(text)).toContain('esta sessão');
    const ends = [...text.matchAll(/action="(\/panel\/account\/sessions\/[\w-]{22}\/end)"/g)].map(
      ([, path]) => path!,
    );
    expect(ends).toHaveLength(1);
    expect((await colleague.post(ends[0]!)).status).toBe(404);
    expect((await visitor.post(ends[0]!)).location).toBe('/panel/account#sessions');
    expect((await phone.get('/panel/account')).location).toMatch(/^\/panel\/login/);
    expect((await visitor.get('/panel/account')).status).toBe(200);
    expect((await visitor.post(ends[0]!)).status).toBe(404);
    expect((await colleague.get('/panel/account')).status).toBe(200);
  });
});
