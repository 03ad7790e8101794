import { expiresSoon } from '../../accounts/api-keys/rotation.ts';
import type { Problem } from '../../webhooks/alerts/problems.ts';
import { meaningOf } from '../../webhooks/send/meaning/meaning.ts';
import type { PanelRequest } from '../request/route.ts';
import type { Integration } from './integrations.ts';
import { words } from './words.ts';

/** What to do about a system, and where. */
export interface Advice {
  readonly text: string;
  readonly link?: { readonly href: string; readonly text: string };
}

/** The most urgent thing first: what isn't told at all, what fails, what will, what hasn't begun. */
export function adviceFor(
  { told, apiKey }: Integration,
  problem: Problem | undefined,
  { locale, deps }: PanelRequest,
): Advice {
  const text = words[locale];
  const off = told && !told.endpoint.active ? `/panel/webhooks/${told.endpoint.id}` : undefined;
  if (off !== undefined) return { text: text.adviseOff, link: { href: off, text: text.switchOn } };
  if (problem) return { text: meaningOf(problem.facts, locale)?.next || text.seeProblem };
  if (told?.pulse?.lateSince) return { text: text.adviseLate };
  if (apiKey && (apiKey.status === 'expired' || expiresSoon(apiKey, deps.nowMs())))
    return {
      text: text.adviseExpiry,
      link: { href: `/panel/keys/${apiKey.id}/successor`, text: text.successor },
    };
  if (apiKey && apiKey.lastUsedAt === null)
    return { text: text.adviseCall, link: { href: `/panel/connect/${apiKey.id}`, text: text.seeConnection } };
  return { text: text.adviseNothing };
}
