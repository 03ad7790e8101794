import { eachOperation } from './operations.js';
import { follow, refersTo } from './references.js';

const PAGING = ['limit', 'cursor', 'sort'];

export const pagedList = () =>
  eachOperation(({ operation, method, title, takes, report, ctx }) => {
    if (method !== 'get') return;
    const answer = shape(answerSchema(operation, ctx), ctx);
    const named = /^list[A-Z]/.test(operation.operationId);
    const answersRows = answer.type === 'array' || answer.fields.data?.type === 'array';
    if (answersRows && !named) report(`${title} answers a list. Name it list….`, 'operationId');
    if (!answersRows && !named) return;

    for (const name of PAGING.filter((one) => !takes('query', one))) {
      report(`${title} is a list without the query parameter ${name}. Add it.`, 'parameters');
    }
    const faults = shapeFaults(answer);
    if (faults.length > 0) report(`${title} is a list whose 200 ${faults.join(', ')}.`, 'responses', '200');
  });

function answerSchema(operation, ctx) {
  const { node, file } = follow(operation.responses?.['200'], ctx);
  return { schema: node?.content?.['application/json']?.schema, file };
}

// What a schema says of itself and through allOf.
function shape({ schema, file }, ctx) {
  const { node = {}, file: home } = follow(schema, ctx, file);
  const parts = (node.allOf ?? []).map((part) => shape({ schema: part, file: home }, ctx));
  const own = Object.entries(node.properties ?? {}).map(([name, field]) => {
    const { node: { type, allOf } = {} } = follow(field, ctx, home);
    return [name, { schema: field, type, allOf }];
  });
  return {
    type: node.type ?? parts.find((part) => part.type)?.type,
    required: [...(node.required ?? []), ...parts.flatMap((part) => part.required)],
    fields: Object.assign({}, ...parts.map((part) => part.fields), Object.fromEntries(own)),
  };
}

function shapeFaults({ type, required, fields }) {
  return [
    type !== 'object' && `is of type ${type}; make it an object with data and page`,
    fields.data?.type !== 'array' && 'has no array named data; put the rows there',
    !isPage(fields.page) && 'has no page of the shared schema Page; refer to it',
    ...['data', 'page'].map((name) => !required.includes(name) && `does not require ${name}; require it`),
  ].filter(Boolean);
}

// Page itself, or what is Page and says more of it: the cursor of the event feed is never null.
function isPage({ schema, allOf = [] } = {}) {
  return [schema, ...allOf].some((part) => refersTo(part, 'Page'));
}
