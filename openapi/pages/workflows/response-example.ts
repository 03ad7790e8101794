import type { Operation } from '../../operations.ts';

/** Whether the contract's example of a response has a text where `$response.body#/…` points. Headers are texts. */
export function isTextInExample({ responses }: Operation, expression: string): boolean {
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
  if (pointer === undefined) return true;
  const examples = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content))
    .flatMap(({ examples = {} }) => Object.values(examples).map(({ value }) => value));
  return examples.some((example) => typeof at(example, pointer.split('/')) === 'string');
}

function at(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
    value,
  );
}
