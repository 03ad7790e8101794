import { parseUrl } from '../formats/parse-url.ts';
import { type EnvReader, mistakesOf } from './env-reader.ts';
import { currentUrl, withLoginFile } from './secret-files.ts';

export interface SmtpLogin {
  readonly user: string;
  readonly password: string;
}

/** Where e-mails are handed over, and what they say about themselves. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `implicit` for smtps, `starttls` for smtp. `off` only if the URL says so, or on the same machine. */
  readonly tls: 'implicit' | 'starttls' | 'off';
  readonly login: SmtpLogin | undefined;
  /** The login that SMTP_URL_FILE has now. Undefined without such a file. */
  readonly currentLogin?: ((log: (message: string) => void) => SmtpLogin | undefined) | undefined;
  /** `Tradepost <alerts@example.com>` */
  readonly from: string;
  /** The panel's origin: `https://panel.example.com`. */
  readonly panelUrl: string;
}

const SMTPS_PORT = 465;
/** Submission (RFC 6409). Servers on port 25 relay for others and rarely take a login. */
const SUBMISSION_PORT = 587;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** A name, which may be left out, and one address. Nothing that could begin another header or name a second sender. */
const SENDER = /^(?:[^<>\r\n",;:@]{1,100}<([^<>\s]+)>|([^<>\s]+))$/;
const ADDRESS = /^[^\s@<>",;:]{1,64}@[A-Za-z0-9.-]{1,253}$/;

/**
 * Reads SMTP_URL and SMTP_FROM. No e-mail is sent without the first. The panel's address is a setting, since a request's Host
 * header is whatever its sender likes, and must not decide where an e-mail's links lead.
 */
export function readSmtp(read: EnvReader, panelUrl: string | undefined): SmtpSettings | undefined {
  const url = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  const from = readSender(read);
  if (read.text('SMTP_URL') === undefined) {
    if (read.text('SMTP_FROM') !== undefined) read.errors.push('SMTP_FROM is set, but SMTP_URL is not.');
    return undefined;
  }
  for (const name of ['SMTP_FROM', 'PANEL_URL'])
    if (read.text(name) === undefined) read.errors.push(`SMTP_URL is set, but ${name} is not.`);
  const parsed = url === undefined ? undefined : parseUrl(url);
  const server = parsed && readServer(read, parsed);
  if (!server || !from || !panelUrl) return undefined;
  const file = read.text('SMTP_URL_FILE');
  // Without a login at the start there was perhaps no TLS to protect it.
  const currentLogin = file && server.login ? loginFrom(withLoginFile(url!, file)) : undefined;
  return { ...server, from, panelUrl, currentLogin };
}

const loginFrom =
  (url: string): SmtpSettings['currentLogin'] =>
  (log) => {
    const login = loginOf(new URL(currentUrl(url, log)));
    return login === 'invalid' ? undefined : login;
  };

type Server = Omit<SmtpSettings, 'from' | 'panelUrl'>;

/** No error quotes the URL, which may have a password. */
function readServer(read: EnvReader, url: URL): Server | undefined {
  const login = loginOf(url);
  const tlsOff = url.search === '?tls=off';
  const mistakes = mistakesOf({
    'SMTP_URL has no host.': url.hostname === '',
    'SMTP_URL may have nothing after host and port, except ?tls=off.':
      (url.search !== '' && !tlsOff) || !/^\/?$/.test(url.pathname) || url.hash !== '',
    'SMTP_URL needs both user and password, percent-encoded, or neither.': login === 'invalid',
    'SMTP_URL begins with smtps:// and ends in ?tls=off.': tlsOff && url.protocol === 'smtps:',
    'SMTP_URL sends a password, so it must not have ?tls=off.': tlsOff && login !== undefined,
  });
  read.errors.push(...mistakes);
  if (mistakes.length > 0 || login === 'invalid') return undefined;
  const implicit = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (implicit ? SMTPS_PORT : SUBMISSION_PORT) : Number(url.port),
    tls: implicit ? 'implicit' : tlsOff || (LOOPBACK.includes(url.hostname) && !login) ? 'off' : 'starttls',
    login,
  };
}

function loginOf({ username, password }: URL): Server['login'] | 'invalid' {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') return 'invalid';
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return 'invalid';
  }
}

function readSender(read: EnvReader): string | undefined {
  const value = read.text('SMTP_FROM');
  if (value === undefined) return undefined;
  const [, inBrackets, bare] = SENDER.exec(value) ?? [];
  if (ADDRESS.test(inBrackets ?? bare ?? '')) return value;
  read.errors.push(
    'SMTP_FROM must be an address, such as alerts@example.com or Tradepost <alerts@example.com>.',
  );
  return undefined;
}
