import type { VNode } from 'preact';
import type { ApiKey } from '../../accounts/api-keys/key-details.ts';
import { expiresSoon, isUnused } from '../../accounts/api-keys/rotation.ts';
import { Status } from '../kit/elements/status.tsx';
import type { PanelRequest } from '../request/route.ts';
import { words as advice } from './advice-words.ts';
import { words } from './words.ts';

interface KeyStatusProps {
  readonly apiKey: ApiKey;
  readonly request: PanelRequest;
}

/** The status, or what will soon become of it. */
export function KeyStatus({ apiKey: key, request: { locale, format, deps } }: KeyStatusProps): VNode {
  const text = words[locale];
  if (key.status === 'inactive') return <Status tone="quiet">{text.inactive}</Status>;
  if (key.status === 'expired') return <Status tone="bad">{text.expired}</Status>;
  if (expiresSoon(key, deps.nowMs()))
    return <Status tone="warning">{advice[locale].expires(format.relative(key.expiresAt!))}</Status>;
  if (isUnused(key, deps.nowMs())) return <Status tone="warning">{text.unused}</Status>;
  return <Status tone="good">{text.active}</Status>;
}
