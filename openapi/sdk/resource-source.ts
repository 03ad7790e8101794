import { docComment } from './doc-comment.ts';
import { bodyOf, type PlacedOperation, resultOf } from './document.ts';
import { COMPUTING, type ResourceClass } from './methods.ts';
import { isReport, queryName } from './query-types.ts';

const HEADER = '// Generated from the contract by `npm run generate`. Do not edit.\n';

const RESOURCE = { name: 'Resource', file: './resource.ts' };

/** The names of the schemas of rows, and how many a batch takes. */
export interface RowSchemas {
  readonly data: string;
  readonly items: string;
  readonly maxItems: number;
}

interface MethodShape {
  readonly types?: string;
  readonly parameters: readonly string[];
  readonly call: string;
  readonly result: string;
}

/** Writes a class that has a method per operation. */
export class ResourceSource {
  readonly #operations: readonly PlacedOperation[];
  /** The types that a class uses, by the file that has them. */
  readonly #imports = new Map<string, Set<string>>();
  /** The methods of the class, by method and path. */
  #methodAt = new Map<string, string>();
  readonly #schemaOf: (name: string) => RowSchemas;

  constructor(
    operations: readonly PlacedOperation[],
    /** The names of the schemas of a page's rows, of a batch's items, and of what a row of its result has. */
    schemaOf: (name: string) => RowSchemas,
  ) {
    this.#operations = operations;
    this.#schemaOf = schemaOf;
  }

  write({ name, doc, methods, base = RESOURCE }: ResourceClass): string {
    this.#imports.clear();
    this.#methodAt = new Map(
      Object.entries(methods).map(([method, id]) => {
        const operation = this.#operation(id);
        return [`${operation.method.toUpperCase()} ${operation.path}`, method];
      }),
    );
    const bodies = Object.entries(methods).flatMap(([method, id]) => {
      const operation = this.#operation(id);
      const body = this.#method(method, operation);
      return operation.path.endsWith('/batch') ? [body, this.#batchAll(operation)] : [body];
    });
    return `${HEADER}${this.#importLines()}import { ${base.name} } from '${base.file}';

${docComment(doc)}export class ${name} extends ${base.name} {
${bodies.join('\n')}}
`;
  }

  /** The contract speaks of requests, the SDK of methods. */
  #inWordsOfTheSdk(text: string): string {
    return text
      .replace(/\bas PATCH does\b/g, 'as `update` does')
      .replace(/\b(as|that) POST (does|requires)\b/g, '$1 `create` $2')
      .replace(/`(GET|POST|PATCH|PUT|DELETE) (\/[^`?]+)[^`]*`/g, (request, method: string, path: string) => {
        const name = this.#methodAt.get(`${method} ${path}`);
        return name ? `\`${name}\`` : request;
      });
  }

  #operation(id: string): PlacedOperation {
    const operation = this.#operations.find(({ operationId }) => operationId === id);
    if (!operation) throw new Error(`openapi/sdk/methods.ts names ${id}, which the contract doesn't have.`);
    return operation;
  }

  #method(name: string, operation: PlacedOperation): string {
    const { types = '', parameters, call, result } = this.#shape(operation);
    const signature = `${name}${types}(${parameters.join(', ')}): ${result}`;
    return `${docComment(this.#inWordsOfTheSdk(operation.description), '  ')}  ${signature} {\n    return this.${call};\n  }\n`;
  }

  #shape(operation: PlacedOperation): MethodShape {
    const path = `'${operation.path}'`;
    const ids = operation.parameters.filter((parameter) => parameter.in === 'path');
    const named = ids.map(({ name }, index) => ({ name, argument: argumentOf(name, index) }));
    const positional = named.map(
      ({ argument }) => `${argument}: ${argument === 'externalId' ? 'string' : 'number'}`,
    );
    const values = named.map(({ name, argument }) => `${name}: ${argument}`).join(', ');
    const pathInput = named.length > 0 ? [`path: { ${values} }`] : [];
    const query = queryName(operation, this.#operations);
    if (operation.path.startsWith('/exports/')) {
      const parameters = [
        ...positional,
        `query: ${this.#generated(query!)}<Format>`,
        this.#options('RequestOptions'),
      ];
      const input = [...pathInput, 'query'].join(', ');
      return {
        types: `<Format extends ${this.#generated('ExportFormat')}>`,
        parameters,
        call: `exportOf(${path}, { ${input} }, options)`,
        result: `${this.#from('../lists/export.ts', 'Export')}<${this.#rowOf(this.#listOf(operation))}, Format>`,
      };
    }
    if (isReport(operation)) return this.#report(operation, path, this.#generated(query!));
    if (query) {
      const parameters = [
        ...positional,
        `query?: ${this.#generated(query)}`,
        this.#options('RequestOptions'),
      ];
      const input = [...pathInput, 'query'].join(', ');
      return {
        parameters,
        call: `listOf(${path}, { ${input} }, options)`,
        result: this.#list(resultOf(operation)!),
      };
    }
    if (operation.path.endsWith('/batch')) return this.#batch(operation);
    const body = bodyOf(operation);
    const input = [...pathInput, ...(body ? ['body'] : [])].join(', ');
    const parameters = [
      ...positional,
      ...(body ? [`body: ${this.#generated(body)}`] : []),
      this.#options(optionsOf(operation)),
    ];
    const result = resultOf(operation);
    return {
      parameters,
      call: `request('${operation.method}', ${path}, { ${input} }, options)`,
      result: this.#reply(result ? this.#generated(result) : 'void'),
    };
  }

  /** A union of reports, of which `group_by` selects one. */
  #report(operation: PlacedOperation, path: string, query: string): MethodShape {
    const report = this.#generated(resultOf(operation)!);
    return {
      types: `<Group extends ${report}['group_by']>`,
      parameters: [`query: ${query} & { group_by: Group }`, this.#options('RequestOptions')],
      call: `request('get', ${path}, { query }, options)`,
      result: this.#reply(`Extract<${report}, { group_by: Group }>`),
    };
  }

  #batch(operation: PlacedOperation): { parameters: string[]; call: string; result: string } {
    const { item, row } = this.#batchTypes(operation);
    const parameters = [`items: ${item}[]`, this.#options('CreateOptions')];
    const result = this.#reply(`${this.#from('./batch.ts', 'BatchResult')}<${row}>[]`);
    return { parameters, call: `batchOf('${operation.path}', items, options)`, result };
  }

  /** Any number of items. It takes no Idempotency-Key: each of its batches needs one of its own. */
  #batchAll(operation: PlacedOperation): string {
    const { item, row, most } = this.#batchTypes(operation);
    const items = `items: ${this.#from('./batch.ts', 'BatchItems')}<${item}>`;
    const result = `AsyncGenerator<${this.#from('./batch.ts', 'BatchAllResult')}<${item}, ${row}>, void, undefined>`;
    const doc = `Sends any number of items, ${most} at a time, while you iterate the results. Each has its item. If a whole batch fails, it throws; those before it are done.`;
    const signature = `batchAll(${items}, ${this.#options('RequestOptions')}): ${result}`;
    return `${docComment(doc, '  ')}  ${signature} {\n    return this.batchesOf('${operation.path}', items, ${most}, options);\n  }\n`;
  }

  #batchTypes(operation: PlacedOperation): { item: string; row: string; most: number } {
    const { items, maxItems } = this.#schemaOf(bodyOf(operation)!);
    const { data } = this.#schemaOf(resultOf(operation)!.replace(/Result$/, 'Row'));
    return { item: this.#batchItem(items), row: this.#generated(data), most: maxItems };
  }

  /** /exports/products has the rows of /products. */
  #listOf({ path }: PlacedOperation): string {
    return resultOf(
      this.#operations.find((each) => each.method === 'get' && `/exports${each.path}` === path)!,
    )!;
  }

  #rowOf(page: string): string {
    return this.#generated(page === 'EventPage' ? 'WebhookEvent' : this.#schemaOf(page).data);
  }

  /** A row of most batches creates or changes a resource, so it has two types. */
  #batchItem(items: string): string {
    const resource = /^(.+)(Update|Upsert)$/.exec(items)?.[1];
    if (!resource) return this.#generated(items);
    const create = this.#generated(`${resource}Create`);
    return `${this.#from('./batch.ts', 'BatchItem')}<${create}, ${this.#generated(items)}>`;
  }

  #list(page: string): string {
    const row = this.#rowOf(page);
    const list = this.#from('../lists/pagination.ts', 'List');
    return page === 'EventPage' ? `${list}<${row}, ${this.#generated(page)}>` : `${list}<${row}>`;
  }

  #options(type: string): string {
    return `options?: ${this.#from('../transport/request-options.ts', type)}`;
  }

  #reply(type: string): string {
    return `${this.#from('../transport/api-promise.ts', 'Reply')}<${type}>`;
  }

  #generated(type: string): string {
    return this.#from('../../../generated/sdk-types.ts', type);
  }

  #from(file: string, type: string): string {
    this.#imports.set(file, (this.#imports.get(file) ?? new Set()).add(type));
    return type;
  }

  #importLines(): string {
    const lines = [...this.#imports].map(
      ([file, types]) => `import type { ${[...types].join(', ')} } from '${file}';\n`,
    );
    return lines.join('');
  }
}

/** The first id is what the class is about: `voidPayment(id, paymentId)`. */
function argumentOf(name: string, index: number): string {
  if (name !== 'external_id' && index === 0) return 'id';
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A POST that only computes takes no key: there is nothing to repeat. */
function optionsOf({ operationId, parameters, method }: PlacedOperation): string {
  const headers = new Set(parameters.filter((each) => each.in === 'header').map(({ name }) => name));
  if (method === 'get' || COMPUTING.includes(operationId)) return 'RequestOptions';
  if (headers.has('Idempotency-Key')) return headers.has('If-Match') ? 'ActionOptions' : 'CreateOptions';
  if (headers.has('If-None-Match')) return 'UpsertOptions';
  return headers.has('If-Match') ? 'ChangeOptions' : 'RequestOptions';
}
