import { parseUrl } from '../../base/formats/parse-url.ts';
import { type ClientFailure, clientFailureOf, type DatabaseError, isDatabaseError } from '../wire/errors.ts';
import { StandbyError } from './connection-check.ts';

/** Where a connection was tried. Never the password. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** The setting that the address comes from. */
  readonly setting: string;
}

export interface Mistake {
  /** Without a full stop, so that more can follow. */
  readonly sentence: string;
  /** Whether it may pass without anybody's help. */
  readonly passes: boolean;
  /** It answers, and takes no writes. */
  readonly readOnly?: boolean | undefined;
}

type Describe = (target: Target, error: Error) => string;

export function targetOf(url: string, setting: string): Target {
  const { hostname = '', port = '', username = '', pathname = '' } = parseUrl(url) ?? {};
  return {
    host: hostname || 'localhost',
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
    setting,
  };
}

const place = ({ host, port, setting }: Target): string => `${host}:${port} (${setting})`;

/** PostgreSQL's own errors that only the operator can fix. Orchestrators restart the process anyway. */
const REFUSALS: Readonly<Record<string, Describe>> = {
  '28P01': (at) =>
    `PostgreSQL at ${place(at)} refuses the password of user "${at.user}". Check user and password in ${at.setting}`,
  '28000': (at, { message }) =>
    `PostgreSQL at ${place(at)} refuses user "${at.user}": ${message}. Check ${at.setting} and the server's pg_hba.conf`,
  '3D000': (at) =>
    `PostgreSQL at ${place(at)} has no database "${at.database}". Create it, or change the name in ${at.setting}`,
  '42501': (at, { message }) =>
    `User "${at.user}" lacks a right in database "${at.database}" at ${place(at)}: ${message}. Grant it, or change the user in ${at.setting}`,
};
/** PostgreSQL's own errors that pass: starting up, shutting down, too many connections, and those of a pooler. */
const PASSING = /^(57P0[1-5]|53...|08...)$/;
/** PgBouncer gives both of these the code of a protocol error. */
const POOLER_REFUSAL = /(password|SASL) authentication failed|no such (database|user)/;

const SOCKET: Readonly<Record<string, Describe>> = {
  ECONNREFUSED: (at) => `${place(at)} refuses connections`,
  ENOTFOUND: (at) => `the name ${at.host} of ${place(at)} is unknown`,
  EAI_AGAIN: (at) => `the name server doesn't answer for ${at.host} of ${place(at)}`,
  ETIMEDOUT: (at) => `${place(at)} doesn't answer`,
  EHOSTUNREACH: (at) => `${place(at)} can't be reached`,
  ENETUNREACH: (at) => `${place(at)} can't be reached`,
  ECONNRESET: (at) => `${place(at)} closes the connection without an answer`,
  EPIPE: (at) => `${place(at)} closes the connection without an answer`,
};

const TLS_CODES = /CERT|SSL|TLS|SELF_SIGNED|LEAF_SIGNATURE|EPROTO/;

/** Failures of pg's own. */
const CLIENT: Partial<Record<ClientFailure, readonly [describe: Describe, passes: boolean]>> = {
  timeout: [(at) => `${place(at)} accepts connections and doesn't answer`, true],
  closed: [(at) => `${place(at)} closes the connection without an answer`, true],
  no_tls: [(at) => `PostgreSQL at ${place(at)} has no TLS, which sslmode in ${at.setting} asks for`, false],
  no_password: [(at) => `PostgreSQL at ${place(at)} asks for a password, and ${at.setting} has none`, false],
};
const clientMistake = (error: unknown): (typeof CLIENT)[ClientFailure] => CLIENT[clientFailureOf(error)!];

/** Codes of PostgreSQL, beside those above: any failed authentication, and a database that accepts no connections. */
const REFUSES_ALL = /^(28...|55000)$/;

/** Whether every attempt to connect fails like this one until the operator helps, at the server or in the setting. */
export function refusesAll(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (isDatabaseError(error))
    return code in REFUSALS || REFUSES_ALL.test(code) || POOLER_REFUSAL.test(error.message);
  return TLS_CODES.test(code) || clientMistake(error)?.[1] === false;
}

/** Says what went wrong when connecting. */
export function describeMistake(error: Error, at: Target): Mistake {
  if (error instanceof StandbyError)
    return {
      sentence: `PostgreSQL at ${place(at)} takes no writes: it is read-only`,
      passes: true,
      readOnly: true,
    };
  const { code = '', syscall, path } = error as NodeJS.ErrnoException;
  if (isDatabaseError(error)) return refusal(error, at);
  if (syscall === 'open')
    return { sentence: `${at.setting} names the file ${path}, which can't be read (${code})`, passes: false };
  if (SOCKET[code]) return { sentence: SOCKET[code](at, error), passes: true };
  if (TLS_CODES.test(code))
    return {
      sentence: `TLS to ${place(at)} fails (${code}): ${error.message}. Check sslmode and sslrootcert in ${at.setting}`,
      passes: false,
    };
  const [describe, passes = false] = clientMistake(error) ?? [];
  return {
    sentence: describe?.(at, error) ?? `the connection to ${place(at)} fails: ${error.message}`,
    passes,
  };
}

function refusal(error: DatabaseError, at: Target): Mistake {
  const { code = '', message } = error;
  const describe = REFUSALS[code];
  if (describe) return { sentence: describe(at, error), passes: false };
  const refused = POOLER_REFUSAL.test(message);
  const check = refused ? `. Check user, password and database in ${at.setting}` : '';
  return {
    sentence: `PostgreSQL at ${place(at)} refuses the connection: ${message}${check}`,
    passes: PASSING.test(code) && !refused,
  };
}
