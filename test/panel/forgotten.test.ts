import { expect, it } from 'vitest';
import { ATTEMPT_LIMITS } from '../../server/panel/passwords/attempts.ts';
import { addUser, PASSWORD, textOf, Visitor } from '../support/panel.ts';
import { addRole, linkIn, tokenIn } from '../support/people.ts';
import { type ReceivedEmail, readEmail, refusal, useSmtpServer } from '../support/smtp-server.ts';
import { useTestEnvironment } from '../support/test-environment.ts';

const NEXT = 'uma senha bem nova';

/** A panel that hands e-mails to a server on this machine. */
async function open() {
  const smtp = await useSmtpServer('off');
  const environment = await useTestEnvironment({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${smtp.settings.port}?tls=off`,
      SMTP_FROM: smtp.settings.from,
      PANEL_URL: 'http://127.0.0.1:1',
      TRUST_PROXY: 'loopback',
    },
  });
  let networks = 0;
  const visitor = (address = `10.5.0.${++networks}`, language: 'pt-BR' | 'en' = 'pt-BR') => {
    const made = new Visitor(environment.baseUrl, { address, language });
    const headers = { 'X-Forwarded-Host': '127.0.0.1:1', Origin: 'http://127.0.0.1:1' };
    return {
      get: (path: string) => made.get(path, headers),
      post: (path: string, fields = {}) => made.post(path, fields, headers),
    };
  };
  const { tenantId } = await environment.tenant({ name: 'Torrefação Serra Alta' });
  return { smtp, environment, tenantId, visitor };
}

const received = (received: readonly ReceivedEmail[], count: number) =>
  expect.poll(() => received.length, { timeout: 20_000 }).toBe(count);

/** All that the answer says, but for the address. */
const answerOf = async (reply: ReturnType<Visitor['post']>, email: string) => {
  const { status, text } = await reply;
  return { status, text: textOf(text).replaceAll(email, '') };
};

it('answers the same for an address that nobody has, and mails only those who exist', async () => {
  const { smtp, environment, tenantId, visitor } = await open();
  const user = await addRole(environment, tenantId, 'viewer');
  const disabled = await addRole(environment, tenantId, 'viewer');
  await environment.context.db.query('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.id]);
  const ask = (email: string) => answerOf(visitor().post('/panel/forgotten', { email }), email);
  const nobody = await ask('ninguem@serraalta.com.br');
  expect(nobody.text).toContain('um link chega em alguns minutos');
  expect(await ask(disabled.email)).toEqual(nobody);
  expect(await ask(user.email.toUpperCase())).toEqual(nobody);
  await received(smtp.received, 1);
  expect(smtp.received[0]!.recipients).toEqual([user.email]);
});

it('leads to another password: the sessions end, other links too, and the user is told', async () => {
  const { smtp, environment, tenantId, visitor } = await open();
  const user = await addRole(environment, tenantId, 'viewer');
  const session = visitor();
  await session.post('/panel/login', { email: user.email, password: PASSWORD });
  await visitor().post('/panel/forgotten', { email: user.email });
  await received(smtp.received, 1);
  await visitor().post('/panel/forgotten', { email: user.email });
  await received(smtp.received, 2);
  const [first, second] = smtp.received.map((email) => readEmail(email).text);
  expect(second).toContain('Torrefação Serra Alta');
  expect(second).toContain(`http://127.0.0.1:1${linkIn(second!)}`);
  expect((await visitor().get(linkIn(first!))).status).toBe(404);
  // Programs that check e-mails open each link before its reader does.
  for (let n = 0; n < 3; n += 1) expect((await visitor().get(linkIn(second!))).status).toBe(200);
  const form = { token: tokenIn(second!), next: NEXT };
  expect((await visitor().post('/panel/link', form)).location).toBe('/panel/login');
  expect((await visitor().post('/panel/link', form)).status).toBe(404);
  expect((await session.get('/panel/account')).location).toMatch(/^\/panel\/login/);
  const logIn = (password: string) => visitor().post('/panel/login', { email: user.email, password });
  expect((await logIn(PASSWORD)).status).toBe(422);
  expect((await logIn(NEXT)).status).toBe(303);
  await received(smtp.received, 3);
  expect(readEmail(smtp.received[2]!).text).toContain('Outra senha foi definida');
});

it('mails a link for each company of the address, in the language that was read', async () => {
  const { smtp, environment, tenantId, visitor } = await open();
  const user = await addRole(environment, tenantId, 'viewer');
  const other = await environment.tenant({ name: 'Empório Novo' });
  await addUser(environment, other.tenantId, { email: user.email });
  await visitor('10.6.0.1', 'en').post('/panel/forgotten', { email: user.email });
  await received(smtp.received, 2);
  const subjects = smtp.received.map((email) => readEmail(email).headers.get('subject'));
  expect(subjects.toSorted()).toEqual([
    'A new password for Empório Novo',
    'A new password for Torrefação Serra Alta',
  ]);
});

it("fills nobody's mailbox, and a network that asks for many addresses waits", async () => {
  const { smtp, environment, tenantId, visitor } = await open();
  const user = await addRole(environment, tenantId, 'viewer');
  const { forgotten, forgotten_network } = ATTEMPT_LIMITS;
  const answers = [];
  for (let n = 0; n < forgotten.points + 2; n += 1)
    answers.push(await answerOf(visitor().post('/panel/forgotten', { email: user.email }), user.email));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await received(smtp.received, forgotten.points);
  const statuses = [];
  for (let n = 0; n <= forgotten_network.points; n += 1)
    statuses.push((await visitor('10.7.0.1').post('/panel/forgotten', { email: `a${n}@b.example` })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(forgotten_network.points);
  expect(statuses.at(-1)).toBe(429);
  expect(smtp.received).toHaveLength(forgotten.points);
});

it('an invitation is mailed; if the mail server takes none, the page shows the link', async () => {
  const { smtp, environment, tenantId, visitor } = await open();
  const owner = await addRole(environment, tenantId, 'owner');
  const session = visitor();
  await session.post('/panel/login', { email: owner.email, password: PASSWORD });
  const invite = (email: string) => session.post('/panel/team/invite', { email, role: 'support' });
  expect((await invite('iara@serraalta.com.br')).location).toBe('/panel/team');
  const { text, html } = readEmail(smtp.received[0]!);
  expect(text).toContain('convida você para a equipe de Torrefação Serra Alta, com o papel: Suporte.');
  expect(html).toContain(linkIn(text));
  smtp.onMessage = () => {
    throw refusal(451);
  };
  const shown = await invite('davi@serraalta.com.br');
  expect(textOf(shown.text)).toContain('O servidor de e-mail não aceitou a mensagem.');
  expect((await visitor().get(linkIn(shown.text))).status).toBe(200);
});

it('a new address counts once its link was opened with the password, and the old one is told', async () => {
  const { smtp, environment, tenantId, visitor } = await open();
  const user = await addRole(environment, tenantId, 'viewer');
  const session = visitor();
  await session.post('/panel/login', { email: user.email, password: PASSWORD });
  const email = 'ana@nova.example';
  expect((await session.post('/panel/account/email', { email })).location).toBe('/panel/account');
  await received(smtp.received, 1);
  expect(smtp.received[0]!.recipients).toEqual([email]);
  const logIn = async (address: string) =>
    (await visitor().post('/panel/login', { email: address, password: PASSWORD })).status;
  expect([await logIn(user.email), await logIn(email)]).toEqual([303, 422]);
  const token = tokenIn(readEmail(smtp.received[0]!).text);
  expect((await visitor().post('/panel/link', { token, current: 'not the password' })).status).toBe(422);
  expect((await visitor().post('/panel/link', { token, current: PASSWORD })).location).toBe('/panel/login');
  expect([await logIn(user.email), await logIn(email)]).toEqual([422, 303]);
  await received(smtp.received, 2);
  expect(smtp.received[1]!.recipients).toEqual([user.email]);
  expect(readEmail(smtp.received[1]!).text).toContain(email);
});

it('without a mail server, the page says who makes a link', async () => {
  const environment = await useTestEnvironment();
  const { text } = await new Visitor(environment.baseUrl).get('/panel/forgotten');
  expect(textOf(text)).toContain('Quem administra a equipe da sua empresa cria um link para você');
});
