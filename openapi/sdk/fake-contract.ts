import {
  type Components,
  type Document,
  type Parameter,
  problemExamples,
  resolve,
  schemaIn,
} from '../document.ts';
import {
  bodyOf,
  isBatch,
  type Operation,
  operationsOf,
  resultOf,
  rowOfBatch,
  successOf,
} from '../operations.ts';

/** The contract's examples as data for `@tradepost/sdk/testing`. Bodies that several operations share are in it once. */
export class FakeContract {
  readonly #components: Components;
  readonly #operations: readonly Operation[];
  readonly #bodies: string[] = [];
  readonly #parameters: string[] = [];

  constructor(document: Document) {
    this.#components = document.components;
    this.#operations = operationsOf(document);
  }

  write(): string {
    const operations = this.#operations.map((each) => [each.operationId, this.#operation(each)]);
    return moduleOf({
      operations: Object.fromEntries(operations),
      headers: this.#headerExamples(),
      problems: this.#problems(),
      integers: this.#parametersOf('integer'),
      booleans: this.#parametersOf('boolean'),
      bodies: this.#bodies.map((body) => JSON.parse(body)),
      parameters: this.#parameters.map((parameter) => JSON.parse(parameter)),
      schemas: this.#requestSchemas(),
    });
  }

  #operation(operation: Operation): object {
    const status = successOf(operation);
    const { headers = {}, content = {} } = operation.responses[status]!;
    const bodies = Object.entries(content).map(([type, { examples = {} }]) => [
      type,
      Object.values(examples).map(({ value }) => this.#body(value)),
    ]);
    return {
      method: operation.method.toUpperCase(),
      path: operation.path,
      status: Number(status),
      headers: Object.keys(headers).filter((name) => name !== 'Idempotency-Replayed'),
      bodies: Object.fromEntries(bodies),
      ...((isBatch(operation) || isImport(operation)) && { row: this.#rowExample(operation) }),
      parameters: operation.parameters.map((parameter) => this.#parameter(parameter)),
      ...(bodyOf(operation) && { body: bodyOf(operation) }),
      ...(operation['x-columns'] && { columns: operation['x-columns'] }),
    };
  }

  #parameter({ name, in: place, required, schema }: Parameter): number {
    const text = JSON.stringify({ name, in: place, required, schema: bare(schema) });
    if (!this.#parameters.includes(text)) this.#parameters.push(text);
    return this.#parameters.indexOf(text);
  }

  /** What bodies consist of, without words. */
  #requestSchemas(): object {
    const { schemas } = this.#components;
    const names = new Set(this.#operations.flatMap((operation) => bodyOf(operation) ?? []));
    for (const name of names)
      for (const [, inside] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
        names.add(inside!);
    return Object.fromEntries([...names].sort().map((name) => [name, bare(schemas[name]!)]));
  }

  #body(value: unknown): number {
    const text = JSON.stringify(value);
    if (!this.#bodies.includes(text)) this.#bodies.push(text);
    return this.#bodies.indexOf(text);
  }

  /** The examples of a batch are refusals. Its rows are what another operation returns. */
  #rowExample(operation: Operation): number | undefined {
    const data = schemaIn(this.#components.schemas[rowOfBatch(operation)]!, 'data');
    const page = data === 'StockBalance' ? 'StockPage' : `${data}Page`;
    const shown = [data, page].flatMap((of) => this.#operations.filter((each) => resultOf(each) === of))[0];
    if (!shown) return undefined;
    const value = exampleOf(shown);
    return this.#body(resultOf(shown) === data ? value : (value as { data: unknown[] }).data[0]);
  }

  #headerExamples(): object {
    const headers = this.#operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) => Object.entries(response.headers ?? {})),
    );
    return Object.fromEntries(
      headers.map(([name, header]) => [name, String(resolve(header, this.#components.headers).example)]),
    );
  }

  /** Each code with its example, or with its status and title if the contract shows none. */
  #problems(): object {
    const shown = problemExamples(this.#components);
    const rules = Object.entries(this.#components.schemas.ProblemCode!['x-problems']!);
    const examples = rules.map(([code, { status, title, advice }]) => {
      const found = shown.find((each) => each.code === code);
      const {
        type: _,
        request_id: __,
        ...example
      } = found ?? {
        ...{ type: '', request_id: '', code, title, status, detail: advice, errors: [] },
      };
      return [code, example];
    });
    return Object.fromEntries(examples);
  }

  /** The names of the parameters with this type. A name has one type in all operations. */
  #parametersOf(type: string): string[] {
    const parameters = this.#operations.flatMap((operation) => operation.parameters);
    const names = parameters.filter(({ schema }) => schema.type === type).map(({ name }) => name);
    const others = parameters.filter(({ schema }) => schema.type !== type).map(({ name }) => name);
    const mixed = names.find((name) => others.includes(name));
    if (mixed) throw new Error(`The parameter ${mixed} has several types.`);
    return [...new Set(names)];
  }
}

/** As a text: as an object a bundler would write it out with line breaks, which made it three times as large. */
function moduleOf(data: object): string {
  const text = JSON.stringify(data).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `// Generated by \`npm run generate\`. Do not edit.\nexport default JSON.parse('${text}');\n`;
}

const isImport = ({ operationId }: Operation): boolean => operationId === 'importOrders';

/** A schema without what only people read. A field may have such a name: its schema is an object. */
const bare = (schema: object): unknown =>
  JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { description, examples, title, ...rest } = value;
    const fields = { description, examples, title };
    const kept = Object.entries(fields).filter(([, each]) => isSchema(each));
    return { ...rest, ...Object.fromEntries(kept) };
  });

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function exampleOf(operation: Operation): unknown {
  const { content } = operation.responses[successOf(operation)]!;
  return Object.values(content?.['application/json']?.examples ?? {})[0]?.value;
}
