// The requests after a success: the same again, another body with its Idempotency-Key, or the next page.
import type { checkOutcome, Outcome } from './check-outcome.ts';
import type { RoundTrip } from './round-trip.ts';
import type { WireRequest } from './wire-request.ts';
import { describeWrites } from './write-log.ts';

interface FollowUp {
  readonly wire: WireRequest;
  readonly check: typeof checkOutcome;
}

export function followUp({ request, wire, response }: RoundTrip): FollowUp | undefined {
  if (response === undefined || response.status >= 300 || request.mistakes.length > 0 || request.anyOutcome)
    return undefined;
  if (request.again === 'same')
    return { wire, check: (outcome) => replayViolations(response.body, response.status, outcome) };
  if (request.again === 'other body') return { wire: withBody(wire, '{"other":1}'), check: reuseViolations };
  if (request.again === 'next page') return nextPage(wire, response.body);
  return undefined;
}

function withBody(wire: WireRequest, text: string): WireRequest {
  const body = Buffer.from(text);
  const headers = wire.headers.map(([name, value]) =>
    name === 'Content-Length' ? ([name, String(body.length)] as const) : ([name, value] as const),
  );
  return { ...wire, headers, body };
}

const wroteNothing = ({ writes }: Outcome): string[] =>
  writes.length > 0 ? [`a repeated request wrote: ${describeWrites(writes)}`] : [];

function replayViolations(body: string, status: number, outcome: Outcome): string[] {
  const { response } = outcome;
  return [
    ...(response?.headers.get('Idempotency-Replayed') === 'true'
      ? []
      : ['a repeated request was not replayed']),
    ...(response?.status === status && response.body === body
      ? []
      : ['a repeated request has a different response']),
    ...wroteNothing(outcome),
  ];
}

function reuseViolations(outcome: Outcome): string[] {
  const { response } = outcome;
  const code = response && response.status === 422 && (JSON.parse(response.body) as { code: string }).code;
  return [
    ...(code === 'idempotency_key_reused'
      ? []
      : [`another body with the same Idempotency-Key has status ${response?.status}`]),
    ...wroteNothing(outcome),
  ];
}

interface Page {
  readonly data: readonly unknown[];
  readonly page: { readonly next_cursor: string | null; readonly has_more: boolean };
}

function nextPage(wire: WireRequest, text: string): FollowUp | undefined {
  const { data, page } = JSON.parse(text) as Page;
  if (!page.has_more || page.next_cursor === null) return undefined;
  const target = `${wire.target}${wire.target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(page.next_cursor)}`;
  return { wire: { ...wire, target }, check: ({ response }) => pageViolations(data, response) };
}

function pageViolations(before: readonly unknown[], response: Outcome['response']): string[] {
  if (response?.status !== 200) return [`the next page has status ${response?.status}`];
  const seen = new Set(before.map((row) => JSON.stringify(row)));
  const { data } = JSON.parse(response.body) as Page;
  return [
    ...(data.length > 0 ? [] : ['has_more is true, but the next page is empty']),
    ...(data.some((row) => seen.has(JSON.stringify(row)))
      ? ['the next page repeats a row of the previous page']
      : []),
  ];
}
