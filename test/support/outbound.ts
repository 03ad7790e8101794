import { onTestFinished } from 'vitest';
import { createResolver } from '../../server/webhooks/send/dns-resolver.ts';
import { post } from '../../server/webhooks/send/http-post.ts';
import { openOutbound } from '../../server/webhooks/send/outbound.ts';
import type { PostResult } from '../../server/webhooks/send/post-result.ts';
import type { AddressPolicy } from '../../server/webhooks/send/rules/safe-address.ts';
import { type DnsAnswer, type Question, useNameServer } from './name-server.ts';
import { type RawRespond, useRawEndpoint } from './raw-endpoint.ts';

export const production: AddressPolicy = { production: true, allowPrivateNetworks: false };
export const development: AddressPolicy = { production: false, allowPrivateNetworks: false };
export const privateNetworks: AddressPolicy = { production: true, allowPrivateNetworks: true };

export type Answer = (question: Question) => DnsAnswer;

/** DNS answers for the first, second … IPv4 question; the last one repeats. There are no IPv6 addresses. */
export function inTurn(...answers: DnsAnswer[]): Answer {
  let next = 0;
  return ({ type }) => (type === 'A' ? answers[Math.min(next++, answers.length - 1)]! : []);
}

/** An outbound for one test that resolves names by `answer`, and a function that POSTs through it. */
export async function useOutbound(policy: AddressPolicy, answer: Answer = () => 'unknown name', ca?: string) {
  const names = await useNameServer(answer);
  const resolver = createResolver({ servers: [names.address] });
  const outbound = openOutbound(policy, resolver, { ca });
  onTestFinished(() => outbound.destroy());
  const send = (url: string, deadlineMs?: number, body: string | Buffer = '{}'): Promise<PostResult> =>
    post(outbound, url, { 'content-type': 'application/json' }, body, deadlineMs);
  const askedFor = (type: string): number => names.asked.filter((question) => question.type === type).length;
  return { outbound, resolver, send, asked: names.asked, askedFor };
}

/** The result of a POST to an endpoint that responds with `respond`. */
export async function postTo(respond: RawRespond, deadlineMs?: number): Promise<PostResult> {
  const endpoint = await useRawEndpoint(respond);
  const { send } = await useOutbound(development);
  return send(endpoint.url, deadlineMs);
}
