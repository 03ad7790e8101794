import type { Node } from './contract.ts';

/** What a bundle promises, as text: the contract without prose and examples, so that a new sentence changes nothing in it. */
export function promisesOf(bundle: string): string {
  return `${JSON.stringify(withoutProse(JSON.parse(bundle)), null, 1)}\n`;
}

/** A property may be called `description`, but then it is a schema. */
const isProse = (name: string, value: unknown, parent: string): boolean =>
  (['description', 'summary'].includes(name) && typeof value === 'string') ||
  (['example', 'examples', 'x-codeSamples'].includes(name) && parent !== 'properties');

export function withoutProse(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutProse(each, parent));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value as Node)
      .filter(([name, member]) => !isProse(name, member, parent))
      .map(([name, member]) => [name, withoutProse(member, name)]),
  );
}
