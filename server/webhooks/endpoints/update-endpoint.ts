import type { Actor } from '../../accounts/audit/actor.ts';
import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { auditEndpoint, type EndpointKey, endpointOf } from '../endpoint-key.ts';
import { switchLocked } from './activation.ts';
import { heldSince } from './delivery-holds.ts';
import { type EndpointDetails, lockEndpoint } from './find-endpoints.ts';
import { type HeaderColumns, sealHeaders } from './headers.ts';
import type { HeaderChange } from './rules/custom-headers.ts';

/** What is left out stays as it is. */
export interface EndpointChange {
  readonly url?: string;
  readonly description?: string;
  readonly events?: readonly string[];
  readonly active?: boolean;
  /** All of them; what isn't named goes. */
  readonly headers?: HeaderChange;
}

/** `conflict`: somebody has changed the endpoint since `expectedVersion`; nothing was written. */
export type UpdateResult = 'updated' | 'unchanged' | 'conflict';

/**
 * Changes an endpoint. Without `expectedVersion` it overwrites whatever is there. Returns undefined when there is no such
 * endpoint. What is already in the queue is sent to the new URL.
 */
export async function updateEndpoint(
  tx: Transaction,
  actor: Actor,
  key: EndpointKey,
  change: EndpointChange,
  box: SecretBox,
  expectedVersion?: number,
): Promise<UpdateResult | undefined> {
  const current = await lockEndpoint(tx, key);
  if (current === undefined) return undefined;
  if (expectedVersion !== undefined && expectedVersion !== current.version) return 'conflict';
  const headers = await changedHeaders(tx, key, current, change, box);
  const fields = { ...changedFields(current, change), ...headers };
  if (Object.keys(fields).length > 0) await writeFields(tx, actor, key, current, fields);
  const isSwitched = change.active !== undefined && change.active !== current.active;
  if (isSwitched) await switchLocked(tx, actor, key, { ...current, ...fields });
  return isSwitched || Object.keys(fields).length > 0 ? 'updated' : 'unchanged';
}

type Fields = Pick<EndpointChange, 'url' | 'description' | 'events'> & Partial<HeaderColumns>;

function changedFields(current: EndpointDetails, { url, description, events }: EndpointChange): Fields {
  return {
    ...(url !== undefined && url !== current.url && { url }),
    ...(description !== undefined && description !== current.description && { description }),
    ...(events !== undefined && !haveSame(events, current.events) && { events }),
  };
}

/** Undefined if all of them keep their values. */
async function changedHeaders(
  tx: Transaction,
  key: EndpointKey,
  { headerNames }: EndpointDetails,
  { headers }: EndpointChange,
  box: SecretBox,
): Promise<HeaderColumns | undefined> {
  if (headers === undefined) return undefined;
  const keepsAll = Object.values(headers).every((value) => value === null);
  if (keepsAll && haveSame(Object.keys(headers), headerNames)) return undefined;
  const stored = await firstOf<{ headers: Buffer | null }>(tx, endpointOf(key).select('headers'));
  return sealHeaders(box, key, headers, stored?.headers);
}

const haveSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((kind) => b.includes(kind));

async function writeFields(
  tx: Transaction,
  actor: Actor,
  key: EndpointKey,
  current: EndpointDetails,
  fields: Fields,
): Promise<void> {
  // Nothing is known of another URL.
  const ofUrl = fields.url === undefined ? {} : { answered_at: null, ...(await heldSince(tx, fields.url)) };
  const version = build.raw('version + 1');
  await runQuery(tx, endpointOf(key).update({ ...fields, ...ofUrl, version }));
  const { url: was_url, description: was_description, events: was_events, headerNames } = current;
  const { headers: _, header_names, ...shown } = fields;
  const details = {
    ...shown,
    // Only their names: a value may be a password.
    ...(header_names && { headers: header_names, was_headers: headerNames }),
    ...(fields.url !== undefined && { was_url }),
    ...(fields.description !== undefined && { was_description }),
    ...(fields.events !== undefined && { was_events }),
  };
  await auditEndpoint(tx, actor, 'endpoint.updated', { ...key, url: fields.url ?? was_url }, details);
}
