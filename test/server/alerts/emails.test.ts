import net, { type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SmtpSettings } from '../../../server/base/environment/smtp-settings.ts';
import type { Context } from '../../../server/main/context.ts';
import { sendEmails } from '../../../server/webhooks/alerts/email/send-emails.ts';
import { openEmailTransport, type Timeouts } from '../../../server/webhooks/alerts/email/transport.ts';
import { savePreferences } from '../../../server/webhooks/alerts/preferences.ts';
import {
  addUser,
  ageAlerts,
  emailsOf,
  failingFor,
  switchedOff,
  watchOnce,
  works,
} from '../../support/alerts.ts';
import { dueFor, lease } from '../../support/due-deliveries.ts';
import { LOGIN, readEmail, refusal, useSmtpServer } from '../../support/smtp-server.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { captureLog, emit } from '../../support/webhook-fixtures.ts';
import { register, switchEndpoint } from '../../support/webhooks.ts';

const URL = 'https://erp.example/hooks?token=segredo';

async function shop() {
  const environment = await useTestEnvironment();
  const { context } = environment;
  const { tenantId, addKey } = await environment.tenant({ name: 'Café & Cia' });
  const { id } = await register(context, tenantId, URL, ['product.created']);
  const userId = await addUser(context, tenantId);
  const { lines, log } = captureLog();
  const send = (
    { settings, ca }: { settings: SmtpSettings; ca?: string },
    timeouts?: Timeouts,
    signal = new AbortController().signal,
  ) => sendEmails(senderDeps(context, settings, log, timeouts, ca), signal);
  return { environment, context, tenantId, key: { tenantId, id }, userId, addKey, lines, send };
}

const senderDeps = (
  { db }: Context,
  settings: SmtpSettings,
  log: ReturnType<typeof captureLog>['log'],
  timeouts?: Timeouts,
  ca?: string,
) => ({
  db,
  log,
  transport: openEmailTransport(settings, { ...(timeouts && { timeouts }), ...(ca !== undefined && { ca }) }),
  panelUrl: settings.panelUrl,
  domain: 'painel.example',
});

/** The endpoint fails; its e-mail is written and not sent yet. */
async function failingShop() {
  const made = await shop();
  await failingFor(made.context, made.key, '2 hours');
  await watchOnce(made.context);
  return made;
}

const recover = async (context: Context, key: { tenantId: number; id: number }): Promise<void> => {
  await works(context, key);
  await watchOnce(context);
  await ageAlerts(context, '10 minutes');
  await watchOnce(context);
};

describe('a mail server', () => {
  it.each([
    ['implicit', true, LOGIN.user],
    ['starttls', true, LOGIN.user],
    ['off', false, undefined],
  ] as const)('with TLS %s gets the e-mail once', async (tls, encrypted, user) => {
    const smtp = await useSmtpServer(tls);
    const { send } = await failingShop();
    await send(smtp);
    await send(smtp);
    expect(smtp.received).toMatchObject([
      { recipients: ['ana@loja.example'], sender: 'avisos@painel.example', encrypted, user },
    ]);
  });

  it('without STARTTLS gets neither the password nor the e-mail', async () => {
    const smtp = await useSmtpServer('starttls', { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    const { context, tenantId, send } = await failingShop();
    await send(smtp);
    expect(smtp.received).toEqual([]);
    expect(await emailsOf(context, tenantId)).toEqual(['ana@loja.example endpoint_failing opened pending']);
  });

  it('whose certificate nobody vouches for gets nothing', async () => {
    const smtp = await useSmtpServer('implicit');
    const { send } = await failingShop();
    await send({ settings: smtp.settings });
    expect(smtp.received).toEqual([]);
  });

  it('that is away gets the e-mail when it is back, after 1, 4 and 16 minutes and then each hour', async () => {
    const smtp = await useSmtpServer();
    const { context, tenantId, send } = await failingShop();
    const port = await unusedPort();
    const waits: number[] = [];
    for (let tries = 1; tries <= 5; tries += 1) {
      await send({ settings: { ...smtp.settings, port }, ca: smtp.ca });
      const [row] = await context.db.query<{ seconds: number }>(
        'SELECT round(extract(epoch FROM due_at - clock_timestamp()))::integer AS seconds FROM alert_emails',
        [],
      );
      waits.push(Math.round(row!.seconds / 60));
      await context.db.query('UPDATE alert_emails SET due_at = clock_timestamp()', []);
    }
    expect(waits).toEqual([1, 4, 16, 60, 60]);
    await send(smtp);
    expect(smtp.received).toHaveLength(1);
    expect(await emailsOf(context, tenantId)).toEqual(['ana@loja.example endpoint_failing opened sent']);
  });

  it('that says 4xx gets it later, and one that says 5xx to the address never', async () => {
    const smtp = await useSmtpServer();
    const { context, tenantId, send, lines } = await failingShop();
    smtp.onMessage = () => {
      throw refusal(451);
    };
    await send(smtp);
    expect(await emailsOf(context, tenantId)).toEqual(['ana@loja.example endpoint_failing opened pending']);
    await send(smtp);
    smtp.onMessage = () => {
      throw refusal(550);
    };
    await ageAlerts(context, '1 minute');
    await send(smtp);
    expect(await emailsOf(context, tenantId)).toEqual(['ana@loja.example endpoint_failing opened failed']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { tenant_id: tenantId, tries: 1, error: 'EMESSAGE 451', gave_up: false },
      { tenant_id: tenantId, tries: 2, error: 'EMESSAGE 550', gave_up: true },
    ]);
    expect(lines.join()).not.toMatch(/ana@|erp\.example|relay|p@ss/);
  });

  it('that refuses the login gets it once the operator has corrected the password', async () => {
    const smtp = await useSmtpServer();
    const { context, tenantId, send, lines } = await failingShop();
    const login = { user: LOGIN.user, password: 'errada' };
    await send({ settings: { ...smtp.settings, login }, ca: smtp.ca });
    expect(JSON.parse(lines[0]!)).toMatchObject({ error: 'EAUTH 535', gave_up: false });
    await ageAlerts(context, '1 minute');
    await send(smtp);
    expect(await emailsOf(context, tenantId)).toEqual(['ana@loja.example endpoint_failing opened sent']);
    expect(lines.join()).not.toContain('errada');
  });

  it('that hangs holds up nothing for longer than the deadline', async () => {
    const { context, tenantId, send } = await failingShop();
    const server = net.createServer((socket) => void socket.on('error', () => undefined));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const settings = { ...(await useSmtpServer()).settings, port: (server.address() as AddressInfo).port };
    await send({ settings }, { connectMs: 60_000, messageMs: 50 });
    expect(await emailsOf(context, tenantId)).toEqual(['ana@loja.example endpoint_failing opened pending']);
  });

  it('that drips is left when the process stops', async () => {
    const smtp = await useSmtpServer();
    const { context, tenantId, send } = await failingShop();
    const stopping = new AbortController();
    let release = (): void => undefined;
    smtp.onMessage = () => {
      stopping.abort();
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    await send(smtp, undefined, stopping.signal);
    release();
    expect(await emailsOf(context, tenantId)).toEqual(['ana@loja.example endpoint_failing opened pending']);
  });

  it('gets nothing about yesterday', async () => {
    const smtp = await useSmtpServer();
    const { context, tenantId, send } = await failingShop();
    await ageAlerts(context, '25 hours');
    await send(smtp);
    expect(smtp.received).toEqual([]);
    expect(await emailsOf(context, tenantId)).toEqual(['ana@loja.example endpoint_failing opened canceled']);
  });
});

async function unusedPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('several processes', () => {
  it('send each e-mail once', async () => {
    const smtp = await useSmtpServer();
    const { context, tenantId, key, send } = await shop();
    for (let n = 0; n < 24; n += 1) await addUser(context, tenantId, { email: `u${n}@loja.example` });
    await failingFor(context, key, '2 hours');
    await Promise.all([watchOnce(context), watchOnce(context)]);
    await Promise.all([send(smtp), send(smtp), send(smtp)]);
    const recipients = smtp.received.flatMap((email) => email.recipients);
    expect(recipients).toHaveLength(25);
    expect(new Set(recipients).size).toBe(25);
  });

  it('of which one dies while it sends: another sends the same message after the lease', async () => {
    const smtp = await useSmtpServer();
    const { context, send } = await failingShop();
    await send(smtp);
    await context.db.query(
      `UPDATE alert_emails SET status = 'pending', leased_until = clock_timestamp() + interval '1 minute'`,
      [],
    );
    await send(smtp);
    expect(smtp.received).toHaveLength(1);
    await ageAlerts(context, '61 seconds');
    await send(smtp);
    const ids = smtp.received.map((email) => readEmail(email).headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('once per change of state', () => {
  it('a user hears that an endpoint fails, is about to be switched off, was, and works again', async () => {
    const smtp = await useSmtpServer();
    const { context, key, send } = await failingShop();
    const step = async (): Promise<void> => {
      await watchOnce(context);
      await watchOnce(context);
      await send(smtp);
    };
    await step();
    await failingFor(context, key, '3 days 1 hour');
    await step();
    await switchedOff(context, key);
    await step();
    await switchEndpoint(context, key, true);
    await step();
    await recover(context, key);
    await step();
    expect(smtp.received.map((email) => readEmail(email).headers.get('subject'))).toEqual([
      'O endpoint erp.example não está aceitando entregas',
      'O endpoint erp.example vai ser desligado',
      'O endpoint erp.example foi desligado',
      'O endpoint erp.example voltou a funcionar',
    ]);
  });

  it('nobody hears that something works again of whose failure they were not told', async () => {
    const smtp = await useSmtpServer();
    const { context, tenantId, key, send } = await failingShop();
    await recover(context, key);
    await send(smtp);
    expect(smtp.received).toEqual([]);
    expect(await emailsOf(context, tenantId)).toEqual(['ana@loja.example endpoint_failing opened canceled']);
  });

  it('an endpoint that comes and goes is reported once in 6 hours', async () => {
    const smtp = await useSmtpServer();
    const { context, key, send } = await failingShop();
    const comeAndGo = async (): Promise<void> => {
      await send(smtp);
      await recover(context, key);
      await send(smtp);
      await ageAlerts(context, '1 hour');
      await failingFor(context, key, '1 hour 1 minute');
      await watchOnce(context);
    };
    await comeAndGo();
    await comeAndGo();
    await comeAndGo();
    expect(smtp.received).toHaveLength(2);
    await comeAndGo();
    await ageAlerts(context, '6 hours');
    await comeAndGo();
    await send(smtp);
    expect(smtp.received.length).toBe(3);
  });
});

describe('who is told', () => {
  it('users with the permission who are not disabled, and never another tenant', async () => {
    const smtp = await useSmtpServer();
    const { environment, context, tenantId, key, addKey, send } = await shop();
    const other = await environment.tenant();
    await addUser(context, other.tenantId, { email: 'outra@loja.example' });
    await addUser(context, tenantId, { email: 'chaves@loja.example', permissions: ['api_key.manage'] });
    await addUser(context, tenantId, { email: 'hooks@loja.example', permissions: ['webhook.manage'] });
    await addUser(context, tenantId, { email: 'nada@loja.example', permissions: [] });
    await addUser(context, tenantId, { email: 'saiu@loja.example', disabled: true });
    await failingFor(context, key, '2 hours');
    const { id } = await addKey([], '2099-01-01T00:00:00Z');
    await context.db.query(
      "UPDATE api_keys SET expires_at = clock_timestamp() + interval '3 days' WHERE id = $1",
      [id],
    );
    await watchOnce(context);
    await send(smtp);
    const told = smtp.received.map(
      (email) => `${email.recipients.join()} ${readEmail(email).headers.get('subject')!.split(' ')[1]}`,
    );
    expect(told.sort()).toEqual([
      'ana@loja.example chave',
      'ana@loja.example endpoint',
      'chaves@loja.example chave',
      'hooks@loja.example endpoint',
    ]);
  });

  it.each([
    ['is disabled', 'UPDATE users SET disabled_at = clock_timestamp()'],
    ['loses the permission', "UPDATE users SET permissions = '{api_key.manage}'"],
  ])('not a user who %s before it is sent', async (_words, sql) => {
    const smtp = await useSmtpServer();
    const { context, send } = await failingShop();
    await context.db.query(sql, []);
    await send(smtp);
    expect(smtp.received).toEqual([]);
  });

  it('not a user who has turned this kind off', async () => {
    const smtp = await useSmtpServer();
    const { context, tenantId, key, userId, send } = await shop();
    const preferences = { locale: 'pt', muted: ['endpoint_failing', 'endpoint_recovered'] } as const;
    await savePreferences(context.db, tenantId, userId, preferences);
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    await failingFor(context, key, '3 days 1 hour');
    await watchOnce(context);
    await send(smtp);
    await recover(context, key);
    await send(smtp);
    expect(smtp.received.map((email) => readEmail(email).headers.get('subject'))).toEqual([
      'O endpoint erp.example vai ser desligado',
    ]);
  });
});

describe('the e-mail', () => {
  async function emailAbout(
    locale: 'pt' | 'en',
    change: (made: Awaited<ReturnType<typeof shop>>) => Promise<unknown>,
  ) {
    const smtp = await useSmtpServer();
    const made = await shop();
    await savePreferences(made.context.db, made.tenantId, made.userId, { locale, muted: [] });
    await change(made);
    await watchOnce(made.context);
    await made.send(smtp);
    expect(smtp.received).toHaveLength(1);
    return { ...made, ...readEmail(smtp.received[0]!), raw: smtp.received[0]!.raw };
  }

  it('says in Portuguese what happened, since when, what to do, and links to the page', async () => {
    const { headers, text, html, key, raw } = await emailAbout('pt', ({ context, key: endpoint }) =>
      failingFor(context, endpoint, '2 hours'),
    );
    expect(headers.get('to')).toBe('ana@loja.example');
    expect(headers.get('list-unsubscribe')).toBe('<https://painel.example/panel/account#alerts>');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(text).toMatch(/não aceita nenhuma entrega desde \d+ de \w+ de 2\d{3} às \d\d:\d\d/);
    expect(text).toContain('O que fazer:');
    expect(text).toContain(`https://painel.example/panel/webhooks/${key.id}`);
    expect(text).toContain('gerenciar os webhooks da conta Café & Cia');
    expect(html).toContain('lang="pt-BR"');
    expect(html).toContain('Café &amp; Cia');
    expect(raw + text + html).not.toContain('segredo');
  });

  it('says that an endpoint gets its events late, and that it works again', async () => {
    const { context, tenantId, key, send } = await shop();
    const smtp = await useSmtpServer();
    await emit(context, tenantId, 'product.created', 2);
    await lease(context, key.id, 30);
    await dueFor(context, key.id, 3_600);
    await watchOnce(context);
    await send(smtp);
    await dueFor(context, key.id, 0);
    await recover(context, key);
    await send(smtp);
    const [late, recovered, ...more] = smtp.received.map((email) => readEmail(email).text);
    expect(late).toMatch(/a mais antiga na fila espera desde \d+ de/);
    expect(recovered).toContain('voltou a funcionar');
    expect(more).toEqual([]);
  });

  it('names an endpoint by its description', async () => {
    const { headers, text } = await emailAbout('pt', async ({ context, key: endpoint }) => {
      await context.db.query("UPDATE webhook_registrations SET description = 'ERP\nda matriz'", []);
      await failingFor(context, endpoint, '2 hours');
    });
    expect(headers.get('subject')).toBe('O endpoint ERP da matriz não está aceitando entregas');
    expect(text).toContain('O endpoint ERP da matriz (https://erp.example/hooks?token=…) não aceita');
  });

  it('says it in English to whoever chose English, in the tenant’s time zone', async () => {
    let keyId = 0;
    const { headers, text } = await emailAbout('en', async ({ context, addKey }) => {
      await context.db.query("UPDATE tenants SET time_zone = 'Asia/Tokyo'", []);
      const { id } = await addKey([], '2099-01-01T00:00:00Z');
      await context.db.query(
        "UPDATE api_keys SET expires_at = date_trunc('day', clock_timestamp()) + interval '2 days 15 hours' WHERE id = $1",
        [id],
      );
      keyId = id;
    });
    expect(headers.get('subject')).toMatch(/^The API key “test” expires on \w+ \d+, 2\d{3} at 12:00 AM$/);
    expect(text).toContain('It has never been used.');
    expect(text).toContain(`https://painel.example/panel/keys/${keyId}`);
  });

  it('lets no name or URL add a header, a recipient or markup', async () => {
    const { headers, html, text, raw } = await emailAbout('pt', async ({ context, tenantId, addKey }) => {
      const { id } = await addKey([], '2099-01-01T00:00:00Z');
      await context.db.query(
        "UPDATE api_keys SET name = $2, expires_at = clock_timestamp() + interval '2 days' WHERE id = $1",
        [id, 'ERP\r\nBcc: mal@example.com\r\n\r\n<script>alert(1)</script>"&\u2028x'],
      );
      await context.db.query('UPDATE tenants SET name = $2 WHERE tenant_id = $1', [
        tenantId,
        '<img src=x onerror=alert(1)>\r\n.\r\nMAIL FROM:<mal@example.com>',
      ]);
    });
    expect(headers.has('bcc')).toBe(false);
    expect(headers.get('subject')).toContain('“ERP Bcc: mal@example.com <script>');
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain('&lt;script>');
    expect(text).toContain('O que fazer:');
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
  });

  it('goes to one address, whatever the address looks like', async () => {
    const smtp = await useSmtpServer();
    const { context, tenantId, key, send } = await shop();
    await context.db.query(
      "UPDATE users SET email = 'ana@loja.example, mal@example.com' WHERE tenant_id = $1",
      [tenantId],
    );
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    await send(smtp);
    expect(smtp.received.flatMap(({ recipients }) => recipients)).not.toContain('mal@example.com');
  });

  it('about a key with a long name has a subject that is cut', async () => {
    const { headers } = await emailAbout('pt', async ({ context, addKey }) => {
      const { id } = await addKey([], '2099-01-01T00:00:00Z');
      await context.db.query(
        "UPDATE api_keys SET name = $2, expires_at = clock_timestamp() + interval '2 days' WHERE id = $1",
        [id, 'ç'.repeat(300)],
      );
    });
    expect(headers.get('subject')).toHaveLength(120);
  });
});

it('without SMTP_URL no e-mail is written', async () => {
  const { context, tenantId, key } = await shop();
  await failingFor(context, key, '2 hours');
  await watchOnce(context, { emails: false });
  expect(await emailsOf(context, tenantId)).toEqual([]);
});
