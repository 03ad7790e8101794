import type { IncomingHttpHeaders } from 'node:http';
import { contract, type Operation, resolve } from './contract.ts';
import { bodyViolations, headerViolations } from './schema-violations.ts';

/** A webhook request's violations of the contract; empty when it is valid. */

export function checkEvent(headers: Headers | IncomingHttpHeaders, rawBody: string | Buffer): string[] {
  const given = headers instanceof Headers ? headers : fromNode(headers);
  const body = String(rawBody);
  const kind = kindOf(body);
  const event = kind === undefined ? undefined : contract.webhooks[kind]?.post;
  if (!event) return [`event_type is ${kind}, which is not an event of the contract`];
  return [
    ...checkHeaders(given, event),
    ...(given.get('X-Service-Event') === kind
      ? []
      : [`X-Service-Event is not the body's event_type ${kind}`]),
    ...bodyViolations(event.requestBody!.content, given.get('Content-Type'), body),
  ];
}

function fromNode(headers: IncomingHttpHeaders): Headers {
  return new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
  );
}

function kindOf(body: string): string | undefined {
  try {
    const kind = (JSON.parse(body) as { event_type?: unknown } | null)?.event_type;
    return kind === undefined ? undefined : String(kind);
  } catch {
    return undefined;
  }
}

function checkHeaders(given: Headers, event: Operation): string[] {
  const declared = (event.parameters ?? [])
    .map((parameter) => resolve(parameter))
    .filter(({ in: at }) => at === 'header');
  return declared.flatMap(({ name, required, schema }) => {
    const value = given.get(name);
    if (value !== null) return headerViolations(name, schema, value);
    return required ? [`header ${name} is missing`] : [];
  });
}
