import { createHash, randomBytes } from 'node:crypto';
import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { CLOSED } from '../tenant-status.ts';
import type { Permission } from './rules/roles.ts';
import type { UserKey } from './users.ts';

/**
 * How long a link works. An invitation waits for somebody's return from holidays; a password's link is used at once or asked for
 * again; the new address of a user may be one that's read in the evening.
 */
export const LINK_HOURS = { invitation: 7 * 24, password_reset: 1, email_change: 24 } as const;
export type LinkKind = keyof typeof LINK_HOURS;

/** 256 bits; whoever guesses finds none in the lifetime of any link. */
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const isToken = (text: string): boolean => TOKEN.test(text);
/** Only the hash is kept: whoever reads the database can't open a link. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface NewLink {
  readonly tenantId: number;
  readonly kind: LinkKind;
  /** Of an invitation who may accept it; of a change the new address. */
  readonly email: string;
  readonly userId?: number;
  readonly permissions?: readonly Permission[];
}

/** Returns the token. An earlier link of the kind, for the same user or invited address, stops working. */
export async function newLink(tx: Transaction, link: NewLink): Promise<string> {
  const { tenantId, kind, email, userId, permissions } = link;
  const token = newToken();
  const same = build('user_links').where({ tenant_id: tenantId, kind });
  if (userId === undefined) same.whereRaw('lower(email) = lower(?)', [email]);
  else same.where({ user_id: userId });
  await runQuery(tx, same.delete());
  await runQuery(
    tx,
    build('user_links').insert({
      tenant_id: tenantId,
      kind,
      email,
      hash: tokenHash(token),
      user_id: userId ?? null,
      permissions: permissions ?? null,
      expires_at: build.raw(`statement_timestamp() + interval '${LINK_HOURS[kind]} h'`),
    }),
  );
  return token;
}

/** A link that works now. */
export interface OpenLink {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly kind: LinkKind;
  readonly email: string;
  readonly permissions: readonly Permission[] | null;
  /** Whose password or address it changes; null for an invitation. */
  readonly user: (UserKey & { readonly email: string }) | null;
}

type LinkRow = Omit<OpenLink, 'user'> & { readonly userId: number | null; readonly userEmail: string | null };

/**
 * Undefined whatever the reason: a link that never was, was used, has expired, is for a user who is disabled or a tenant that was closed, or an
 * invitation to one that is suspended.
 */
export async function findLink(db: Querier, token: string): Promise<OpenLink | undefined> {
  if (!isToken(token)) return undefined;
  const query = build('user_links as l')
    .join('tenants as t', 't.tenant_id', 'l.tenant_id')
    .leftJoin('users as u', (join) => join.on('u.tenant_id', 'l.tenant_id').andOn('u.id', 'l.user_id'))
    .where('l.hash', tokenHash(token))
    .whereNotIn('t.status', CLOSED)
    .whereRaw('l.expires_at > statement_timestamp() AND u.disabled_at IS NULL')
    .whereRaw(`(l.kind <> 'invitation' OR t.status = 'active')`)
    .select({ tenantId: 'l.tenant_id', tenantName: 't.name', kind: 'l.kind', email: 'l.email' })
    .select({ permissions: 'l.permissions', userId: 'u.id', userEmail: 'u.email' });
  const row = await firstOf<LinkRow>(db, query);
  if (!row) return undefined;
  const { userId, userEmail, ...link } = row;
  const user = userId === null ? null : { tenantId: link.tenantId, id: userId, email: userEmail! };
  return { ...link, user };
}

/** Uses the link up within the transaction of what it's for. False if another request was faster. */
export async function useLink(tx: Transaction, { tenantId }: OpenLink, token: string): Promise<boolean> {
  const link = build('user_links').where({ tenant_id: tenantId, hash: tokenHash(token) });
  return (await firstOf(tx, link.delete().returning('id'))) !== undefined;
}

/** What a user's links were sent for is over: the password is another, or the user may not log in. */
export const deleteLinks = (tx: Transaction, { tenantId, id }: UserKey): Promise<object[]> =>
  runQuery(tx, build('user_links').where({ tenant_id: tenantId, user_id: id }).delete());
