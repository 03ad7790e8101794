import { type Contract, isMethod } from '../contract.ts';
import type { Direction } from './finding.ts';
import type { OnePlace } from './variant.ts';
import { resolve } from './variants-of.ts';

/** The schema of a parameter, a body or a header, and which way its values go. */
export interface Body {
  /** The same in both contracts: `GET /products/{} 200 application/json`. */
  readonly key: string;
  readonly direction: Direction;
  readonly place: OnePlace;
}

/** A member of the contract, with its key and what it belongs to. */
interface Part extends OnePlace {
  readonly title: string;
  readonly name: string;
}

/** Every schema that a request, a response or a webhook is described by. */
export function bodiesOf(contract: Contract): Body[] {
  const root: Part = { schema: contract, at: '#', contract, title: '', name: '' };
  const operations = within(root, 'paths').flatMap((path) => [
    path,
    ...members(path).filter(isOperation).flatMap(withId),
  ]);
  const responses = operations.flatMap((operation) => within(operation, 'responses'));
  const webhooks = within(root, 'webhooks').flatMap((webhook) => members(webhook).filter(isOperation));
  return [
    ...schemasOf('request', operations.flatMap(inputsOf)),
    ...schemasOf(
      'response',
      responses.flatMap((each) => [...within(each, 'content'), ...within(each, 'headers')]),
    ),
    ...schemasOf('response', webhooks.flatMap(inputsOf)),
  ];
}

function schemasOf(direction: Direction, parts: readonly Part[]): Body[] {
  return parts.flatMap((part) =>
    membersNamed(part, 'schema').map((place) => ({ key: `${direction}${part.title}`, direction, place })),
  );
}

function inputsOf(part: Part): Part[] {
  const bodies = membersNamed(part, 'requestBody').flatMap((body) => within(body, 'content'));
  return [...within(part, 'parameters'), ...bodies];
}

/** An operation is the same if its path is, or if its operationId is. */
function withId(operation: Part): Part[] {
  const { operationId } = operation.schema as { operationId?: string };
  return operationId === undefined ? [operation] : [operation, { ...operation, title: ` ${operationId}` }];
}

function isOperation({ name }: Part): boolean {
  return isMethod(name);
}

function within(part: Part, name: string): Part[] {
  return membersNamed(part, name).flatMap(members);
}

function membersNamed(part: Part, name: string): Part[] {
  return members(part).filter((member) => member.name === name);
}

function members(part: Part): Part[] {
  if (part.schema === null || typeof part.schema !== 'object') return [];
  return Object.entries(part.schema).map(([name, schema]) => {
    const at = `${part.at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const member = resolve({ schema, at, contract: part.contract });
    return { ...member, name, title: `${part.title} ${titleOf(name, member.schema)}` };
  });
}

/** Parameters are told by their name, and paths without the names of their parameters. */
function titleOf(key: string, member: unknown): string {
  const { in: location, name } = (member ?? {}) as { in?: string; name?: string };
  if (location === undefined || name === undefined) return key.replace(/\{[^}]+\}/g, '{}');
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}
