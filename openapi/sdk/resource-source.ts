import { type Components, schemaIn } from '../document.ts';
import {
  bodyOf,
  isBatch,
  isExport,
  listOf,
  matchFieldsOf,
  type Operation,
  ownRowOf,
  resultOf,
  rowOfBatch,
} from '../operations.ts';
import { docComment } from './doc-comment.ts';
import { HEADER, Imports } from './imports.ts';
import { COMPUTING, type ResourceClass } from './methods.ts';
import { isReport, queryName } from './query-types.ts';

const RESOURCE = { name: 'Resource', file: './resource.ts' };

interface MethodShape {
  readonly types?: string;
  readonly parameters: readonly string[];
  readonly call: string;
  readonly result: string;
}

/** Writes a class that has a method per operation. */
export class ResourceSource {
  readonly #resource: ResourceClass;
  readonly #operations: readonly Operation[];
  readonly #schemas: Components['schemas'];
  readonly #imports = new Imports('./batch.ts');
  /** The methods of the class, by method and path. */
  readonly #methodAt: ReadonlyMap<string, string>;

  constructor(resource: ResourceClass, operations: readonly Operation[], { schemas }: Components) {
    this.#resource = resource;
    this.#operations = operations;
    this.#schemas = schemas;
    this.#methodAt = new Map(
      this.#methods().map(([name, { method, path }]) => [`${method.toUpperCase()} ${path}`, name]),
    );
  }

  write(): string {
    const { name, doc, base = RESOURCE } = this.#resource;
    const bodies = this.#methods().flatMap(([method, operation]) => [
      methodSource(method, this.#inWordsOfTheSdk(operation.description), this.#shape(operation)),
      ...(isBatch(operation) ? [this.#batchAll(operation)] : []),
    ]);
    return `${HEADER}${this.#imports.lines()}import { ${base.name} } from '${base.file}';

${docComment(doc)}export class ${name} extends ${base.name} {
${bodies.join('\n')}}
`;
  }

  #methods(): (readonly [name: string, Operation])[] {
    return Object.entries(this.#resource.methods).map(([name, id]) => {
      const operation = this.#operations.find(({ operationId }) => operationId === id);
      if (!operation) throw new Error(`openapi/sdk/methods.ts names ${id}, which the contract doesn't have.`);
      return [name, operation];
    });
  }

  /** The contract speaks of requests, the SDK of methods. */
  #inWordsOfTheSdk(text: string): string {
    return text
      .replace(/\bas PATCH does\b/g, 'as `update` does')
      .replace(/`match_by: (\w+)`/g, "`matchBy: '$1'`")
      .replace(/\b(as|that) POST (does|requires)\b/g, '$1 `create` $2')
      .replace(/`(GET|POST|PATCH|PUT|DELETE) (\/[^`?]+)[^`]*`/g, (request, method: string, path: string) => {
        const name = this.#methodAt.get(`${method} ${path}`);
        return name ? `\`${name}\`` : request;
      });
  }

  #shape(operation: Operation): MethodShape {
    if (isBatch(operation)) return this.#batch(operation);
    if (isReport(operation)) return this.#report(operation);
    if (isExport(operation)) return this.#export(operation);
    const query = queryName(operation, this.#operations);
    if (query) {
      const parameter = `query?: ${this.#imports.generated(query)}`;
      const result = this.#list(resultOf(operation)!);
      return { ...this.#call('listOf(', operation, 'ListOptions', parameter), result };
    }
    const [body, result] = [bodyOf(operation), resultOf(operation)];
    const parameter = body && `body: ${this.#imports.generated(body)}`;
    return {
      ...this.#call(`request('${operation.method}', `, operation, optionsOf(operation), parameter),
      result: this.#reply(result ? this.#imports.generated(result) : 'void'),
    };
  }

  /** A call with the ids of the path, and the query or body after them. */
  #call(start: string, { path, parameters }: Operation, options: string, parameter?: string) {
    const ids = parameters
      .filter((each) => each.in === 'path')
      .map(({ name }, index) => argumentOf(name, index));
    const input = parameter?.split(/\W/)[0];
    // Arguments by position: names that every call repeats made the client 0.4 kB larger.
    const values = ids.length > 0 || input === 'body' ? [`[${ids.join(', ')}]`] : [];
    const inOrder = start.startsWith('request') ? [...values, input] : [input, ...values];
    return {
      parameters: [
        ...ids.map((id) => `${id}: ${id === 'externalId' ? 'string' : 'number'}`),
        ...(parameter ? [parameter] : []),
        this.#options(options),
      ],
      call: `${start}'${path}', options, ${inOrder.filter(Boolean).join(', ')})`,
    };
  }

  #export(operation: Operation): MethodShape {
    const query = this.#imports.generated(queryName(operation, this.#operations)!);
    const ownRow = ownRowOf(operation);
    const row = ownRow
      ? this.#imports.generated(ownRow)
      : this.#rowOf(resultOf(listOf(operation, this.#operations)!)!);
    return {
      types: `<Format extends ${this.#imports.generated('ExportFormat')}>`,
      ...this.#call('exportOf(', operation, 'RequestOptions', `query: ${query}<Format>`),
      result: `${this.#imports.from('../lists/export.ts', 'Export')}<${row}, Format>`,
    };
  }

  /** A union of reports, of which `group_by` selects one. */
  #report(operation: Operation): MethodShape {
    const query = this.#imports.generated(queryName(operation, this.#operations)!);
    const report = this.#imports.generated(resultOf(operation)!);
    return {
      types: `<Group extends ${report}['group_by']>`,
      ...this.#call('reportOf(', operation, 'RequestOptions', `query: ${query} & { group_by: Group }`),
      result: this.#reply(`Extract<${report}, { group_by: Group }>`),
    };
  }

  #batch(operation: Operation): MethodShape {
    const { types, item, row, matching } = this.#batchTypes(operation);
    return {
      types,
      parameters: [`items: ${item}[]`, this.#options('CreateOptions') + matching],
      call: `batchOf('${operation.path}', items, options)`,
      result: this.#reply(`${this.#imports.ofBatches('BatchResult')}<${row}>[]`),
    };
  }

  /** Any number of items. It takes no Idempotency-Key: each of its batches needs one of its own. */
  #batchAll(operation: Operation): string {
    const { types, item, row, most, matching } = this.#batchTypes(operation);
    const doc = `Sends any number of items, ${most} at a time, while you iterate the results. Each has its item. If a whole batch fails, it throws; those before it are done.`;
    const result = `${this.#imports.ofBatches('BatchAllResult')}<${item}, ${row}>`;
    return methodSource('batchAll', doc, {
      types,
      parameters: [
        `items: ${this.#imports.ofBatches('BatchItems')}<${item}>`,
        this.#options('RequestOptions') + matching,
      ],
      call: `batchesOf('${operation.path}', items, ${most}, options)`,
      result: `AsyncGenerator<${result}, void, undefined>`,
    });
  }

  #batchTypes(operation: Operation) {
    const body = this.#schemas[bodyOf(operation)!]!;
    const fields = matchFieldsOf(body);
    const options = '../transport/request-options.ts';
    return {
      types: fields ? `<By extends ${fields} = 'external_id'>` : '',
      matching: fields ? ` & ${this.#imports.from(options, 'MatchOptions')}<By>` : '',
      item: this.#imports.batchItem(schemaIn(body, 'items'), fields && 'By'),
      row: this.#imports.generated(schemaIn(this.#schemas[rowOfBatch(operation)]!, 'data')),
      most: body.properties?.items?.maxItems ?? 0,
    };
  }

  #rowOf(page: string): string {
    const row = page === 'EventPage' ? 'WebhookEvent' : schemaIn(this.#schemas[page]!, 'data');
    return this.#imports.generated(row);
  }

  #list(page: string): string {
    const row = this.#rowOf(page);
    const list = this.#imports.from('../lists/pagination.ts', 'List');
    return page === 'EventPage' ? `${list}<${row}, ${this.#imports.generated(page)}>` : `${list}<${row}>`;
  }

  #options(type: string): string {
    return `options?: ${this.#imports.from('../transport/request-options.ts', type)}`;
  }

  #reply(type: string): string {
    return `${this.#imports.from('../transport/api-promise.ts', 'Reply')}<${type}>`;
  }
}

function methodSource(
  name: string,
  doc: string,
  { types = '', parameters, call, result }: MethodShape,
): string {
  const signature = `${name}${types}(${parameters.join(', ')}): ${result}`;
  return `${docComment(doc, '  ')}  ${signature} {\n    return this.${call};\n  }\n`;
}

/** The first id is what the class is about: `voidPayment(id, paymentId)`. */
function argumentOf(name: string, index: number): string {
  if (name !== 'external_id' && index === 0) return 'id';
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A POST that only computes takes no key: there is nothing to repeat. */
function optionsOf({ operationId, parameters, method }: Operation): string {
  const headers = new Set(parameters.filter((each) => each.in === 'header').map(({ name }) => name));
  if (method === 'get' || COMPUTING.includes(operationId)) return 'RequestOptions';
  if (headers.has('Idempotency-Key')) return headers.has('If-Match') ? 'ActionOptions' : 'CreateOptions';
  if (headers.has('If-None-Match')) return 'UpsertOptions';
  return headers.has('If-Match') ? 'ChangeOptions' : 'RequestOptions';
}
