import { bundle, type MediaObject, type OperationId, operationById } from '../../../base/contract.ts';

interface Documented {
  readonly content?: Readonly<Record<string, MediaObject>>;
}

/** Whether the contract's example of a response has a text where `$response.body#/…` points. Headers are texts. */
export function isTextInExample(operationId: OperationId, expression: string): boolean {
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
  if (pointer === undefined) return true;
  return successExamples(operationId).some((example) => typeof at(example, pointer.split('/')) === 'string');
}

function successExamples(operationId: OperationId): unknown[] {
  const { path, method } = operationById(operationId);
  return Object.entries(bundle.paths[path]![method]!.responses as Readonly<Record<string, Documented>>)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content))
    .flatMap(({ examples = {} }) => Object.values(examples).map(({ value }) => value));
}

function at(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
    value,
  );
}
