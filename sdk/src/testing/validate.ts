import { contract, type Parameter, type Schema } from './contract.ts';
import { pathItem } from './contract-of-rules.ts';
import type { OperationId } from './fake-types.ts';
import { type SchemaIssue, schemaIssues } from './schema-issues.ts';
import {
  bodyNormalizer,
  entityTagIssues,
  invalidRequest,
  issuesOf,
  parameterCheck,
  queryNormalizer,
  timeNormalizer,
  withoutRepeats,
  withRuleIssues,
} from './service-rules.js';
import { textIssues } from './text-issues.ts';

type Values = Record<string, unknown>;
type Texts = Readonly<Record<string, string>>;

/** An operation as the service's rules know it. */
export interface Operation {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly hasBody: boolean;
  readonly hasRows: boolean;
  readonly exportedList: string | undefined;
}

export interface SentRequest {
  readonly params: Texts;
  /** As in the address. */
  readonly search: string;
  readonly headers: Texts;
  readonly body: unknown;
  /** Nothing is stored that a change could keep: its fields are judged like those of a new row. */
  readonly asNew?: boolean;
}

/** With the types of the contract, in the form in which the service stores it, and with its defaults. */
export interface ValidRequest {
  readonly query: Values;
  readonly body: unknown;
}

const ROWS = ['batch', 'import'];

export function operationOf(id: OperationId): Operation {
  const { method, path, parameters, body } = contract.operations[id];
  return {
    id,
    method: method.toLowerCase(),
    path,
    parameters: parameters.map((position) => contract.parameters[position]!),
    hasBody: body !== undefined,
    hasRows: ROWS.some((ending) => path.endsWith(`/${ending}`)),
    exportedList: id.startsWith('export') ? id.replace('export', 'list') : undefined,
  };
}

/** The request, or throws the problem with which the service refuses it. The steps are those of the service. */
export function validate(operation: Operation, sent: SentRequest): ValidRequest {
  const search = timeNormalizer(operation)(sent.search);
  const ofParameters = parameterCheck(operation)(search, sent.params);
  const normalized = structuredClone(sent.body);
  bodyNormalizer(operation)?.(normalized);
  const body = normalized && JSON.parse(JSON.stringify(normalized)); // of a list in place of an object just the elements
  const query = typedQuery(operation, search);
  const found: SchemaIssue[] = [
    ...parameterIssues(operation, 'path', typed(operation, 'path', sent.params)),
    ...parameterIssues(operation, 'query', query),
    ...parameterIssues(operation, 'header', sent.headers),
    ...bodyIssues(operation, body),
  ];
  queryNormalizer(operation)?.(query);
  const get = (name: string) => sent.headers[name.toLowerCase()];
  const bySchema = issuesOf(operation, { status: 400, errors: found }, body, query);
  const issues = withRuleIssues(
    sent.asNew ? { ...operation, id: ofNew(operation.id) } : operation,
    { path: sent.params, query, body },
    withoutRepeats(
      ofParameters,
      entityTagIssues(operation, { get }),
      textIssues(sent.body, operation),
      found.length > 0 ? bySchema : [],
    ),
    Date.now(),
  );
  if (issues.length > 0) throw invalidRequest(issues);
  return { query, body };
}

/** The operation whose rules between fields need nothing stored. */
const ofNew = (id: OperationId): OperationId =>
  id.replace(/^(update|upsert)(\w+?)(ByExternalId)?$/, 'create$2') as OperationId;

/** A row of a batch, or what an upsert creates: as an operation would take it by itself. */
export const validateBody = (id: OperationId, body: unknown, asNew = false): Values =>
  validate({ ...operationOf(id), parameters: [] }, { params: {}, search: '', headers: {}, body, asNew })
    .body as Values;

/** An order of an import, whose schema no operation has by itself. */
export const validateRow = (id: OperationId, body: unknown): Values => {
  const operation = operationOf(id);
  const row = { ...operation, path: `${operation.path}#row`, hasRows: false, parameters: [] };
  return validate(row, { params: {}, search: '', headers: {}, body }).body as Values;
};

function bodyIssues(operation: Operation, body: unknown): SchemaIssue[] {
  if (!operation.hasBody) return [];
  const item = pathItem(operation.path) as Record<string, { requestBody: Body }>;
  const { schema } = item[operation.method]!.requestBody.content['application/json'];
  return schemaIssues(schema, body, '/body');
}

interface Body {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

const PLACES = { path: 'params', query: 'query', header: 'headers' };

function parameterIssues({ parameters }: Operation, place: Parameter['in'], values: Values): SchemaIssue[] {
  return parameters
    .filter((each) => each.in === place)
    .flatMap(({ name, required, schema }) => {
      const key = place === 'header' ? name.toLowerCase() : name;
      const path = `/${PLACES[place]}/${key}`;
      if (values[key] !== undefined) return schemaIssues(schema, values[key], path);
      return required ? [{ path, message: 'is required', errorCode: 'required.openapi.validation' }] : [];
    });
}

/** With the defaults of the contract. */
function typedQuery(operation: Operation, search: string): Values {
  const defaults = operation.parameters.filter((each) => each.in === 'query' && 'default' in each.schema);
  return {
    ...Object.fromEntries(defaults.map(({ name, schema }) => [name, schema.default])),
    ...typed(operation, 'query', Object.fromEntries(new URLSearchParams(search))),
  };
}

/** Texts that are of the type stay texts otherwise, which then have an issue. */
function typed({ parameters }: Operation, place: Parameter['in'], values: Texts): Values {
  const schemaOf = (name: string) =>
    parameters.find((each) => each.in === place && each.name === name)?.schema;
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, typedValue(text, schemaOf(name))]),
  );
}

function typedValue(text: string, schema: Schema | undefined): unknown {
  const types = [schema?.type ?? []].flat();
  if (types.includes('array')) return text.split(',');
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  return /integer|number/.test(String(types)) && text !== '' && Number.isFinite(Number(text))
    ? Number(text)
    : text;
}
