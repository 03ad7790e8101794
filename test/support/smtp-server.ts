import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import type { SmtpSettings } from '../../server/base/environment/smtp-settings.ts';
import { openAuthority } from './certificates.ts';

export interface ReceivedEmail {
  readonly recipients: readonly string[];
  readonly sender: string;
  readonly encrypted: boolean;
  readonly user: string | undefined;
  /** Headers and body as they came over the wire. */
  readonly raw: string;
}

export interface TestSmtpServer {
  readonly settings: SmtpSettings;
  /** The authority that signed the server's certificate. */
  readonly ca: string;
  readonly received: ReceivedEmail[];
  /** Called before an e-mail is taken. An error it throws refuses the e-mail. */
  onMessage: () => void | Promise<void>;
}

export const LOGIN = { user: 'loja@relay', password: 'p@ss/word?#' };

const authority = openAuthority();
const certificate = authority.certify('localhost');

/** A mail server on loopback for one test. It takes only the login above. */
export async function useSmtpServer(
  tls: SmtpSettings['tls'] = 'implicit',
  options: SMTPServerOptions = {},
): Promise<TestSmtpServer> {
  const received: ReceivedEmail[] = [];
  const server = new SMTPServer({
    ...(tls === 'off' ? { hideSTARTTLS: true } : certificate),
    secure: tls === 'implicit',
    authOptional: tls === 'off',
    closeTimeout: 10,
    onAuth: ({ username, password }, _session, done) =>
      username === LOGIN.user && password === LOGIN.password
        ? done(null, { user: username })
        : done(Object.assign(new Error('wrong login'), { responseCode: 535 })),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { mailFrom, rcptTo } = session.envelope;
      try {
        await smtp.onMessage();
      } catch (error) {
        return done(error as Error);
      }
      received.push({
        recipients: rcptTo.map(({ address }) => address),
        sender: mailFrom === false ? '' : mailFrom.address,
        encrypted: session.secure,
        user: session.user,
        raw: Buffer.concat(chunks).toString('utf8'),
      });
      done();
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const smtp: TestSmtpServer = {
    settings: {
      host: 'localhost',
      port,
      tls,
      login: tls === 'off' ? undefined : LOGIN,
      from: 'Tradepost <avisos@painel.example>',
      panelUrl: 'https://painel.example',
    },
    ca: authority.ca,
    received,
    onMessage: () => undefined,
  };
  return smtp;
}

/** An error that the server reports with this status. */
export const refusal = (responseCode: number): Error =>
  Object.assign(new Error('not now, loja@relay'), { responseCode });

/** The parts of an e-mail, decoded. */
export function readEmail({ raw }: ReceivedEmail): {
  headers: Map<string, string>;
  text: string;
  html: string;
} {
  const [head, ...rest] = raw.split('\r\n\r\n');
  const headers = readHeaders(head!);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`);
  const part = (type: string): string =>
    decodePart(parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? '');
  return { headers, text: part('text/plain'), html: part('text/html') };
}

function readHeaders(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
}

/** RFC 2047. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_word, encoding: string, value: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(value, 'base64').toString('utf8')
        : decodeQuoted(value.replaceAll('_', ' ')),
    );

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

function decodePart(part: string): string {
  const [head = '', ...body] = part.replace(/^\r\n/, '').split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  return /quoted-printable/i.test(head) ? decodeQuoted(text.replace(/=\r\n/g, '')) : text;
}
