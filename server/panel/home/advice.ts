import type { Problem } from '../../webhooks/alerts/problems.ts';
import { meaningOf } from '../../webhooks/send/meaning/meaning.ts';
import { adviceText } from '../api-keys/advice.tsx';
import { missingFor } from '../request/access.ts';
import type { PanelRequest } from '../request/route.ts';
import type { EndpointPart, Integration } from './integrations.ts';
import type { KeyPart } from './key-part.ts';
import { words } from './words.ts';

/** What to do about a system, and where. */
export interface Advice {
  readonly text: string;
  readonly link?: { readonly href: string; readonly text: string };
}

/** The most urgent thing first: what isn't told at all, what fails, what will, what hasn't begun. */
export function adviceFor(
  { told, calls }: Integration,
  problem: Problem | undefined,
  request: PanelRequest,
): Advice {
  const ofEndpoint = told && adviceForEndpoint(told, problem, request);
  return (
    ofEndpoint ?? (calls && adviceForKey(calls, request)) ?? { text: words[request.locale].adviseNothing }
  );
}

function adviceForEndpoint(
  { endpoint, pulse }: EndpointPart,
  problem: Problem | undefined,
  request: PanelRequest,
): Advice | undefined {
  const { locale } = request;
  const text = words[locale];
  const switchOn = { href: `/panel/webhooks/${endpoint.id}`, text: text.switchOn };
  if (!endpoint.active)
    return { text: text.adviseOff, ...(!missingFor(request, 'webhooks') && { link: switchOn }) };
  if (problem) return { text: meaningOf(problem.facts, locale)?.next || text.seeProblem };
  if (endpoint.failingSince !== null) return { text: text.adviseFailing };
  return pulse?.lateSince ? { text: text.adviseLate } : undefined;
}

function adviceForKey({ apiKey, advice, lastCallAt }: KeyPart, request: PanelRequest): Advice | undefined {
  const text = words[request.locale];
  const page = `/panel/keys/${apiKey.id}`;
  const successor = { href: `${page}/successor`, text: text.successor };
  if (apiKey.status === 'expired') return { text: text.adviseExpiry, link: successor };
  if (advice !== undefined)
    return {
      text: adviceText(apiKey, advice, request.format),
      link: advice.kind === 'make_successor' ? successor : { href: page, text: text.seeKey },
    };
  return apiKey.lastUsedAt === null
    ? {
        text: lastCallAt === null ? text.adviseCall : text.adviseNewKey,
        link: { href: `/panel/connect/${apiKey.id}`, text: text.seeConnection },
      }
    : undefined;
}
