import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../server/main/config.ts';

const FROM = { SMTP_FROM: 'avisos@loja.example', PANEL_URL: 'https://painel.example' };
const read = (SMTP_URL: string, env: Readonly<Record<string, string>> = {}) =>
  readConfig({ ...FROM, SMTP_URL, ...env }).smtp;
const errorsOf = (env: Readonly<Record<string, string>>): string[] => {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
};

it('sends no e-mail without SMTP_URL', () => {
  expect(readConfig({}).smtp).toBeUndefined();
  expect(readConfig({ PANEL_URL: 'https://painel.example' }).smtp).toBeUndefined();
});

it('reads the login again from SMTP_URL_FILE, and nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-smtp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'smtp-url');
  writeFileSync(file, 'smtps://loja:first@relay.example');
  const smtp = readConfig({ ...FROM, SMTP_URL_FILE: file }).smtp!;
  expect(smtp.login).toEqual({ user: 'loja', password: 'first' });
  const logged: string[] = [];
  const loginWith = (url: string) => {
    writeFileSync(file, url);
    return smtp.currentLogin?.((line) => logged.push(line));
  };
  expect(loginWith('smtps://outra:sec%40nd@relay.example')).toEqual({ user: 'outra', password: 'sec@nd' });
  expect(logged).toEqual([]);
  expect(loginWith('smtps://outra:third@elsewhere.example')).toEqual({ user: 'outra', password: 'sec@nd' });
  expect(logged).toHaveLength(1);
});

it.each([
  ['smtps://relay.example', { port: 465, tls: 'implicit', login: undefined }],
  ['smtp://relay.example', { port: 587, tls: 'starttls', login: undefined }],
  ['smtp://relay.example:25?tls=off', { port: 25, tls: 'off' }],
  ['smtp://localhost:1025', { port: 1025, tls: 'off' }],
  ['smtp://[::1]:25', { host: '::1', tls: 'off' }],
  ['smtp://a:b@localhost', { tls: 'starttls', login: { user: 'a', password: 'b' } }],
  [
    'smtps://loja%40relay:p%40ss%2Fword@relay.example:2465/',
    { host: 'relay.example', port: 2465, login: { user: 'loja@relay', password: 'p@ss/word' } },
  ],
])('reads SMTP_URL=%s', (url, expected) => {
  expect(read(url)).toMatchObject({
    ...expected,
    from: 'avisos@loja.example',
    panelUrl: 'https://painel.example',
  });
});

it.each([
  ['http://relay.example', 'SMTP_URL must be a URL that begins with smtp:// or smtps://'],
  ['smtp:', 'SMTP_URL must be a URL that begins with smtp:// or smtps://'],
  ['smtp://', 'SMTP_URL has no host.'],
  ['smtps://user@relay.example', 'SMTP_URL needs both user and password, percent-encoded, or neither.'],
  [
    'smtps://user:hunter2%zz@relay.example',
    "SMTP_URL can't be read as a URL. Percent-encode what is special in its user and password: # as %23, / as %2F, ? as %3F, @ as %40, % as %25.",
  ],
  ['smtp://u:hunter2@relay.example?tls=off', 'SMTP_URL sends a password, so it must not have ?tls=off.'],
  ['smtps://relay.example?tls=off', 'SMTP_URL begins with smtps:// and ends in ?tls=off.'],
  ['smtps://relay.example?secure=false', 'SMTP_URL may have nothing after host and port, except ?tls=off.'],
])('refuses SMTP_URL=%s', (url, error) => {
  const errors = errorsOf({ ...FROM, SMTP_URL: url });
  expect(errors).toEqual([error]);
  expect(errors.join()).not.toContain('hunter2');
});

describe('the settings that go with it', () => {
  it('are required', () => {
    expect(errorsOf({ SMTP_URL: 'smtps://relay.example' })).toEqual([
      'SMTP_URL is set, but SMTP_FROM is not.',
      'SMTP_URL is set, but PANEL_URL is not.',
    ]);
    expect(errorsOf({ SMTP_FROM: 'avisos@loja.example' })).toEqual([
      'SMTP_FROM is set, but SMTP_URL is not.',
    ]);
  });

  it.each(['avisos@loja.example', 'Tradepost <avisos@loja.example>', 'Avisos da Loja <a.b+c@loja.example>'])(
    'take SMTP_FROM=%s',
    (from) => {
      expect(read('smtps://relay.example', { SMTP_FROM: from })!.from).toBe(from);
    },
  );

  it.each([
    'avisos',
    'avisos@',
    'a@loja.example, b@loja.example',
    'A <a@loja.example>, B <b@loja.example>',
    'A\r\nBcc: mal@example.com <a@loja.example>',
    'A <a@loja.example',
  ])('refuse SMTP_FROM=%j', (from) => {
    expect(errorsOf({ ...FROM, SMTP_URL: 'smtps://relay.example', SMTP_FROM: from })).toHaveLength(1);
  });

  it.each([
    ['https://painel.example', 'https://painel.example'],
    ['https://painel.example/', 'https://painel.example'],
    ['https://painel.example/panel', 'https://painel.example'],
    ['http://localhost:3000/panel/', 'http://localhost:3000'],
  ])('take PANEL_URL=%s', (url, origin) => {
    expect(read('smtps://relay.example', { PANEL_URL: url })!.panelUrl).toBe(origin);
  });

  it.each([
    'painel.example',
    'ftp://painel.example',
    'https://a:b@painel.example',
    'https://x.example/other',
    'https://x.example/?a=1',
  ])('refuse PANEL_URL=%s', (url) => {
    expect(errorsOf({ ...FROM, SMTP_URL: 'smtps://relay.example', PANEL_URL: url })).toEqual([
      'PANEL_URL must be where staff open the panel, such as https://panel.example.com.',
    ]);
  });

  it('want https in production', () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://db/tradepost',
      TRADEPOST_SECRET_KEY: 's'.repeat(32),
    };
    expect(
      errorsOf({
        ...production,
        ...FROM,
        SMTP_URL: 'smtps://relay.example',
        PANEL_URL: 'http://painel.example',
      }),
    ).toEqual([
      'PANEL_URL must be where staff open the panel, such as https://panel.example.com, with https in production.',
    ]);
  });
});
