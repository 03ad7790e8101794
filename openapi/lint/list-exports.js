import { isDeepStrictEqual } from 'node:util';
import { eachOperation } from './operations.js';
import { follow } from './references.js';

const OF_EXPORTS = ['format', 'fields', 'dialect', 'formulas'];
const MEDIA_TYPES = ['application/x-ndjson', 'text/csv'];

// A list returns JSON only, and has an export with the same filters and scopes. See docs/decisions/exports.md.
export const listExports = () => {
  const operations = new Map();
  const visitor = eachOperation((described) => {
    operations.set(described.operation.operationId, described);
  });
  visitor.Paths.leave = () => {
    for (const [id, described] of operations) {
      if (/^list[A-Z]/.test(id)) checkList(id, described, operations);
      if (/^export[A-Z]/.test(id)) checkExport(id, described, operations);
    }
  };
  return visitor;
};

function checkList(id, list, operations) {
  const others = mediaTypes(list).filter((type) => type !== 'application/json');
  if (others.length > 0) {
    list.report(`${list.title} returns ${others.join(', ')}. Leave that to its export.`, 'responses', '200');
  }
  if (!hasRows(list)) {
    const message = `${list.title} has no example with a row, and its export shows the same rows. Add one to the examples of its 200.`;
    list.report(message, 'responses', '200');
  }
  const exportId = id.replace('list', 'export');
  if (!operations.has(exportId)) {
    const message = `${list.title} has no export. Add ${exportId} to exports.yaml, and its path /exports/… to v1.yaml.`;
    list.report(message, 'operationId');
  }
}

function hasRows({ operation, ctx }) {
  const { content = {} } = follow(operation.responses?.['200'], ctx).node ?? {};
  const examples = Object.values(content['application/json']?.examples ?? {});
  return examples.some((given) => follow(given, ctx).node?.value?.data?.length > 0);
}

function checkExport(id, { operation, parameters, title, report, ...described }, operations) {
  const listId = operation['x-rows-of'] ?? id.replace('export', 'list');
  const list = operations.get(listId);
  if (list === undefined) {
    report(`${title} exports no list: there is no ${listId}.`, 'operationId');
    return;
  }
  if (!isDeepStrictEqual(mediaTypes({ operation, ...described }).sort(), MEDIA_TYPES)) {
    report(
      `${title} doesn't return ${MEDIA_TYPES.join(' and ')}. Write responses: { '200': *export }`,
      'responses',
    );
  }
  if (!isDeepStrictEqual(operation.security, list.operation.security)) {
    report(`${title} doesn't need the scopes of ${list.title}. Copy them.`, 'security');
  }
  // An export has no ETag.
  const ofPages = ['limit', 'cursor', 'If-None-Match'];
  const [own, filters] = [without(parameters, OF_EXPORTS), without(list.parameters, ofPages)];
  for (const name of Object.keys({ ...own, ...filters })) {
    if (isDeepStrictEqual(own[name], filters[name])) continue;
    report(
      `${title} and ${list.title} don't have the same parameter ${name}. Refer to the same.`,
      'parameters',
    );
  }
}

function mediaTypes({ operation, ctx }) {
  return Object.keys(follow(operation.responses?.['200'], ctx).node?.content ?? {});
}

function without(parameters, names) {
  return Object.fromEntries(
    parameters.filter(({ name }) => !names.includes(name)).map((parameter) => [parameter.name, parameter]),
  );
}
