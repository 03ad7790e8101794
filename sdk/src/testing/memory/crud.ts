import { contract } from '../contract.ts';
import type { OperationId } from '../fake-types.ts';
import { checkRow, type RowResult, rowResults } from '../rows.ts';
import {
  ApiProblem,
  etagOf,
  type Issue,
  invalidReferences,
  isUnchanged,
  normalizeTaxId,
  notFound,
  problemAt,
  requireNoVersion,
  requireVersion,
} from '../service-rules.js';
import { validateBody } from '../validate.ts';
import type { Feed } from './feed.ts';
import type { Resource } from './resource.ts';
import type { Fields, Row } from './table.ts';

export interface MemoryRequest {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, number | string>>;
  readonly query: Fields;
  readonly body: Fields;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

export interface MemoryResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A row with its ETag, or 304 if the client has it already. */
export function shownRow(
  document: Fields,
  etag: string,
  { ifNoneMatch }: Pick<MemoryRequest, 'ifNoneMatch'>,
): MemoryResponse {
  const headers = { etag };
  return isUnchanged(ifNoneMatch, etag) ? { status: 304, headers } : { status: 200, body: document, headers };
}

/** The operations that resources share, in the sequence of the service's handlers. */
export class Crud {
  readonly #resource: Resource;
  readonly #feed: Feed;

  constructor(resource: Resource, feed: Feed) {
    this.#resource = resource;
    this.#feed = feed;
  }

  get(request: MemoryRequest): MemoryResponse {
    const row = this.#requested(request);
    return shownRow(this.#document(row), this.#etag(row), request);
  }

  create({ body }: MemoryRequest): MemoryResponse {
    return this.#created(this.insert(body));
  }

  update(request: MemoryRequest): MemoryResponse {
    const row = this.#requested(request);
    requireVersion(request, row.version);
    return this.#changed(this.#change(row, request.body));
  }

  upsert(request: MemoryRequest): MemoryResponse {
    const { params, body } = request;
    const { table, name } = this.#resource;
    const row = table.find('external_id', params.external_id);
    if (row) {
      requireVersion(request, row.version);
      return this.#changed(this.#change(row, body));
    }
    requireNoVersion(request, table.noun);
    const { external_id } = params;
    try {
      return this.#created(
        this.insert(validateBody(`create${name}` as OperationId, { external_id, ...body })),
      );
    } catch (error) {
      throw namingPath(error);
    }
  }

  delete(request: MemoryRequest): MemoryResponse {
    const row = this.#requested(request);
    requireVersion(request, row.version);
    this.#resource.requireUnused(row);
    const deleted = this.#resource.table.delete(row);
    this.#resource.wrote?.(deleted, {});
    if (this.#resource.events === 'product') this.#emit('deleted', deleted);
    return { status: 204 };
  }

  batch({ operation, body: { items, match_by: matchBy } }: MemoryRequest): MemoryResponse {
    return {
      status: 200,
      body: rowResults(items as unknown[], (item) =>
        this.#writeRow(checkRow(operation, matchBy as string, item), matchBy as string),
      ),
    };
  }

  insert(body: Fields): Row {
    const { table, creation, wrote } = this.#resource;
    const fields = this.#withOurId(body);
    const row = asSent(this.#resource, body, () => {
      this.#requireReferred(fields);
      return table.insert(creation(fields));
    });
    wrote?.(row, body);
    if (this.#resource.events) this.#emit('created', row);
    return row;
  }

  #change(row: Row, body: Fields): Row {
    const { table, changes, wrote, events } = this.#resource;
    const fields = this.#withOurId(body);
    const { row: written, changed } = asSent(this.#resource, body, () => {
      const written = changes(row, fields);
      this.#requireReferred(fields, row);
      return table.update(row, written);
    });
    if (changed.length === 0) return row;
    wrote?.(written, {});
    if (events) this.#emit('updated', written, { changed_fields: changed });
    return written;
  }

  #writeRow(row: Fields, matchBy = 'external_id'): RowResult {
    const { table, name, match } = this.#resource;
    const { external_id, ...rest } = row;
    const isMatched = matchBy === match;
    if (!isMatched && typeof external_id !== 'string') return this.#result(201, this.insert(row));
    const key =
      isMatched && match === 'tax_id' ? normalizeTaxId(row).tax_id : row[isMatched ? match! : 'external_id'];
    const stored = table.find(isMatched ? match! : 'external_id', key);
    if (stored)
      return this.#result(200, this.#change(stored, isMatched ? this.#changeOfMatched(stored, row) : rest));
    return this.#result(201, this.insert(validateBody(`create${name}` as OperationId, row)));
  }

  /** It gets an external id if it has none. */
  #changeOfMatched(stored: Row, { external_id, ...others }: Fields): Fields {
    if (external_id == null) return others;
    if (stored.external_id === null || stored.external_id === external_id) return { ...others, external_id };
    const { noun } = this.#resource.table;
    const { match } = this.#resource;
    throw problemAt(
      'already_exists',
      '/external_id',
      `the ${noun} with this ${match} has another one`,
      `The ${noun} with this ${match} has another external_id.`,
      { existing_id: stored.id, existing_external_id: stored.external_id },
    );
  }

  #result(status: number, row: Row): RowResult {
    return { status, data: this.#document(row) };
  }

  /** The row that the path names. */
  #requested({ params }: MemoryRequest): Row {
    const { table } = this.#resource;
    const [[name, value]] = Object.entries(params) as [[string, unknown]];
    const row = table.find(name === 'external_id' ? name : 'id', value);
    if (!row) throw notFound(table.noun, name);
    return row;
  }

  #withOurId(body: Fields): Fields {
    const { reference } = this.#resource;
    if (!reference) return body;
    const name = externalField(reference.field);
    const { [name]: given, ...rest } = body;
    if (given === undefined) return body;
    if (given === null) return { ...rest, [reference.field]: null };
    const row = reference.table.find('external_id', given);
    if (row) return { ...rest, [reference.field]: row.id };
    const detail = `no ${reference.field.replace(/_id$/, '').replaceAll('_', ' ')} has this external id`;
    throw invalidReferences([{ pointer: `#/${name}`, code: 'invalid_reference', detail }]);
  }

  #requireReferred(fields: Fields, row?: Row): void {
    const { reference } = this.#resource;
    const id = reference && fields[reference.field];
    if (!reference || id == null || id === row?.[reference.field] || reference.table.find('id', id)) return;
    const { noun } = reference.table;
    throw problemAt(
      'invalid_reference',
      `/${reference.field}`,
      `no ${noun} has this id`,
      `There is no ${noun} ${id}.`,
    );
  }

  #document(row: Row): Fields {
    return this.#resource.shown?.(row).document ?? row;
  }

  #etag(row: Row): string {
    return etagOf({ version: row.version, documentRevision: 1, part: this.#resource.shown?.(row).part });
  }

  #changed(row: Row): MemoryResponse {
    return { status: 200, body: this.#document(row), headers: { etag: this.#etag(row) } };
  }

  #created(row: Row): MemoryResponse {
    const { path } = contract.operations[`create${this.#resource.name}` as OperationId];
    const location = `/api/v1${path}/${row.id}`;
    return { status: 201, body: this.#document(row), headers: { etag: this.#etag(row), location } };
  }

  #emit(what: string, row: Row, more: Fields = {}): void {
    const { events } = this.#resource;
    const sku = events === 'product' ? { sku: row.sku } : {};
    const { stock: _, ...document } = row;
    this.#feed.emit(`${events}.${what}`, { [`${events}_id`]: row.id, ...sku, ...more, [events!]: document });
  }
}

/** In which a body names a row by the integrator's id. */
const externalField = (field: string): string => field.replace(/id$/, 'external_id');

/** A problem with the field points at the one that the body has in its place. */
function asSent<Result>({ reference }: Resource, sent: Fields, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    const name = externalField(reference?.field ?? '');
    if (!(error instanceof ApiProblem) || !reference || sent[name] === undefined) throw error;
    throw pointingAt(error, (issue) =>
      issue.pointer === `#/${reference.field}` ? { ...issue, pointer: `#/${name}` } : issue,
    );
  }
}

/** A new row gets the external id of the path. */
function namingPath(error: unknown): unknown {
  if (!(error instanceof ApiProblem)) return error;
  return pointingAt(error, ({ pointer, ...issue }) =>
    pointer === '#/external_id' ? { parameter: 'external_id', ...issue } : { pointer, ...issue },
  );
}

const pointingAt = ({ code, message, options }: ApiProblem, move: (issue: Issue) => Issue): ApiProblem =>
  new ApiProblem(code, message, { ...options, errors: (options.errors ?? []).map(move) });
