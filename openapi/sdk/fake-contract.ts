import { type Document, nameOf, operationsOf, type PlacedOperation, resultOf } from './document.ts';

interface Described {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly headers?: Readonly<Record<string, Described>>;
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
  >;
}

interface ProblemExample {
  readonly code: string;
  readonly type: string;
  readonly request_id: string;
}

/** The contract's examples as data for `@tradepost/sdk/testing`. Bodies that several operations share are in it once. */
export class FakeContract {
  readonly #document: Document;
  readonly #operations: readonly PlacedOperation[];
  readonly #bodies: string[] = [];

  constructor(document: Document) {
    this.#document = document;
    this.#operations = operationsOf(document);
  }

  write(): string {
    const operations = this.#operations.map((operation) => [
      operation.operationId,
      this.#operation(operation),
    ]);
    return `${JSON.stringify({
      operations: Object.fromEntries(operations),
      headers: this.#headerExamples(),
      problems: this.#problems(),
      integers: this.#parametersOf('integer'),
      booleans: this.#parametersOf('boolean'),
      bodies: this.#bodies.map((body) => JSON.parse(body)),
    })}\n`;
  }

  #operation(operation: PlacedOperation): object {
    const { method, path, responses } = operation;
    const status = Object.keys(responses).find((each) => each.startsWith('2'))!;
    const { headers = {}, content = {} } = this.#resolve(responses[status] as Described);
    const bodies = Object.entries(content).map(([type, { examples = {} }]) => [
      type,
      Object.values(examples).map(({ value }) => this.#body(value)),
    ]);
    const row = path.endsWith('/batch') ? this.#rowExample(operation) : undefined;
    return {
      method: method.toUpperCase(),
      path,
      status: Number(status),
      headers: Object.keys(headers).filter((name) => name !== 'Idempotency-Replayed'),
      bodies: Object.fromEntries(bodies),
      ...(row !== undefined && { row }),
    };
  }

  #body(value: unknown): number {
    const text = JSON.stringify(value);
    if (!this.#bodies.includes(text)) this.#bodies.push(text);
    return this.#bodies.indexOf(text);
  }

  /** The examples of a batch are refusals. Its rows are what another operation returns. */
  #rowExample(operation: PlacedOperation): number | undefined {
    const row = this.#document.components.schemas[resultOf(operation)!.replace(/Result$/, 'Row')];
    const data = nameOf(row?.properties?.data?.oneOf?.find(({ $ref }) => $ref)?.$ref ?? '');
    for (const each of this.#operations) {
      const [status] = Object.keys(each.responses);
      if (resultOf(each) === data)
        return this.#firstExample(each.responses[status!] as Described, (value) => value);
      if (resultOf(each) === `${data}Page` || (data === 'StockBalance' && resultOf(each) === 'StockPage'))
        return this.#firstExample(
          each.responses[status!] as Described,
          (page) => (page as { data: unknown[] }).data[0],
        );
    }
    return undefined;
  }

  #firstExample(response: Described, pick: (value: unknown) => unknown): number | undefined {
    const [example] = Object.values(this.#resolve(response).content?.['application/json']?.examples ?? {});
    return example && this.#body(pick(example.value));
  }

  #headerExamples(): object {
    const { headers } = this.#document.components as unknown as { headers: Record<string, Described> };
    const named = this.#operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) =>
        Object.entries(this.#resolve(response as Described).headers ?? {}),
      ),
    );
    return Object.fromEntries(
      named.map(([name, header]) => [
        name,
        String((header.$ref ? headers[nameOf(header.$ref)]! : header).example),
      ]),
    );
  }

  /** Each code with its example, or with its status and title if the contract shows none. */
  #problems(): object {
    const { schemas, responses } = this.#document.components as unknown as {
      schemas: {
        ProblemCode: { 'x-problems': Record<string, { status: number; title: string; advice: string }> };
      };
      responses: Record<string, Described>;
    };
    const shown = Object.values(responses).flatMap(({ content = {} }) =>
      Object.values(content['application/problem+json']?.examples ?? {}).map(
        ({ value }) => value as ProblemExample,
      ),
    );
    return Object.fromEntries(
      Object.entries(schemas.ProblemCode['x-problems']).map(([code, { status, title, advice }]) => {
        const {
          type: _,
          request_id: __,
          ...example
        } = shown.find((each) => each.code === code) ?? {
          ...{ type: '', request_id: '', code, title, status, detail: advice, errors: [] },
        };
        return [code, example];
      }),
    );
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

  #resolve(response: Described): Described {
    const { responses } = this.#document.components as unknown as { responses: Record<string, Described> };
    return response.$ref ? responses[nameOf(response.$ref)]! : response;
  }
}
