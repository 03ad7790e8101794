import type { VNode } from 'preact';
import type { EndpointDetails } from '../../webhooks/endpoints/find-endpoints.ts';
import { Status } from '../kit/elements/status.tsx';
import type { Locale } from '../kit/language/locale.ts';
import { words } from './words.ts';

/** The one thing to know about an endpoint first. */
export function EndpointStatus({ endpoint, locale }: { endpoint: EndpointDetails; locale: Locale }): VNode {
  const w = words[locale];
  if (!endpoint.active) {
    const tone = endpoint.inactiveReason === 'failing' ? 'bad' : 'quiet';
    return <Status tone={tone}>{w.inactive}</Status>;
  }
  if (endpoint.secretUnreadableSince !== null) return <Status tone="bad">{w.unreadable}</Status>;
  if (endpoint.failingSince !== null) return <Status tone="warning">{w.failing}</Status>;
  return <Status tone="good">{w.active}</Status>;
}
