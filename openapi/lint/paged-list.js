import { eachOperation } from './operations.js';
import { follow, jsonSchema, shared } from './references.js';

const PAGING = ['limit', 'cursor'];
const COMPONENTS = { limit: 'Limit', cursor: 'Cursor' };

export const pagedList = () =>
  eachOperation(({ operation, method, title, accepts, report, ctx }) => {
    if (method !== 'get') return;
    const json = jsonSchema(operation.responses?.['200'], ctx);
    // What a reference that leads nowhere would have is unknown.
    if (json.schema && follow(json.schema, ctx, json.file).node === undefined) return;
    const body = shapeOf(json, ctx);
    const isNamedList = /^list[A-Z]/.test(operation.operationId);
    const returnsRows = body.type === 'array' || body.fields.data?.type === 'array';
    if (returnsRows && !isNamedList) {
      report(`${title} returns a list. Start its operationId with "list".`, 'operationId');
    }
    if (!returnsRows && !isNamedList) return;

    const required = operation['x-no-sort-because'] ? PAGING : [...PAGING, 'sort'];
    for (const name of required.filter((parameter) => !accepts('query', parameter))) {
      report(`${title} is a list without the query parameter ${name}. Add ${parameter(name)}`, 'parameters');
    }
    const issues = pageIssues(body, ctx);
    if (issues.length > 0)
      report(`${title} is a list, but its 200 ${issues.join(', ')}.`, 'responses', '200');
  });

// Each list has a sort of its own, since it depends on the columns.
function parameter(name) {
  if (name in COMPONENTS) return `to its parameters: ${shared('parameters', COMPONENTS[name])}`;
  return 'one to the file, like ProductSort in products.yaml, or say why not in x-no-sort-because.';
}

// A schema's type, required fields and fields, with those of its allOf merged in.
function shapeOf({ schema, file }, ctx) {
  const { node = {}, file: home } = follow(schema, ctx, file);
  const parts = (node.allOf ?? []).map((part) => shapeOf({ schema: part, file: home }, ctx));
  const own = Object.entries(node.properties ?? {}).map(([name, field]) => {
    const { node: { type } = {} } = follow(field, ctx, home);
    return [name, { schema: field, file: home, type }];
  });
  return {
    type: node.type ?? parts.find((part) => part.type)?.type,
    required: [...(node.required ?? []), ...parts.flatMap((part) => part.required)],
    fields: Object.assign({}, ...parts.map((part) => part.fields), Object.fromEntries(own)),
  };
}

function pageIssues({ type, required, fields }, ctx) {
  return [
    type !== 'object' && `is of type ${type}; make it an object with data and page`,
    fields.data?.type !== 'array' && 'has no array named data; put the rows there',
    !isPage(fields.page, ctx) &&
      `doesn't use the shared schema Page; write page: ${shared('schemas', 'Page')}`,
    ...['data', 'page'].map((name) => !required.includes(name) && `doesn't require ${name}; require it`),
  ].filter(Boolean);
}

// Page itself or a schema made of it, such as the event feed's page, whose cursor is never null.
function isPage(page, ctx) {
  const { required = [] } = page ? shapeOf(page, ctx) : {};
  return ['next_cursor', 'has_more'].every((name) => required.includes(name));
}
