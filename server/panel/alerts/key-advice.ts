import { findKeys, listRelatedKeys } from '../../accounts/api-keys/key-details.ts';
import { adviceFor, successorOf } from '../../accounts/api-keys/rotation.ts';
import type { Alert } from '../../webhooks/alerts/list.ts';
import { adviceText } from '../api-keys/advice.tsx';
import type { PanelRequest } from '../request/route.ts';
import { words } from './words.ts';

/** What to do about keys that have a successor: not to make another one. */
export async function keyAdviceFor(
  request: PanelRequest,
  alerts: readonly Alert[],
): Promise<ReadonlyMap<number, string>> {
  const { db, tenant, deps, locale, format } = request;
  const ids = alerts.flatMap(({ kind, subjectId }) => (kind === 'api_key_expiring' ? [subjectId] : []));
  if (ids.length === 0) return new Map();
  const keys = await findKeys(db, tenant.id, ids);
  const related = await listRelatedKeys(db, tenant.id, keys);
  const advised = keys.flatMap((key) => {
    const advice = adviceFor(key, successorOf(key, related), deps.nowMs());
    if (!advice || !('successor' in advice)) return [];
    const until = words[locale].expiresOn(format.time(key.expiresAt!));
    return [[key.id, `${until} ${adviceText(key, advice, request.format)}`] as const];
  });
  return new Map(advised);
}
