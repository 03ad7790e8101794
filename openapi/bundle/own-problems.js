import { SHARED_RESPONSES } from '../lint/shared-responses.js';
import { resolve } from './flatten-schemas.js';

const PROBLEM = 'application/problem+json';

/**
 * Gives operations error responses of their own: the shared ones, with the examples that can occur there. So nobody reads
 * about payments at the 409 of a product, or about a missing product at the 404 of a customer. Operations that have the
 * same problems refer to one response, such as ProductNotFound or AlreadyExistsOrInUse.
 */
export const ownProblems = () => ({
  Root: {
    leave({ paths, components: { responses: shared, schemas, parameters: declared } }) {
      const problems = schemas.ProblemCode['x-problems'];
      const general = { ...shared };
      const operations = Object.values(paths)
        .flatMap(({ parameters = [], ...item }) =>
          operationsOf({ ...item, parameters: parameters.map((each) => resolve(each, declared)) }, problems),
        )
        // /docs/problems shows the first example of a code: that of an id of ours.
        .sort((one, other) => Number(isExternal(one)) - Number(isExternal(other)));
      for (const { responses, codes, id } of operations) {
        for (const [status, name] of sharedNames(responses)) {
          const here = codes.filter((code) => problems[code].status === Number(status));
          const own = name === 'NotFound' ? notFound(general[name], id) : withCodes(general[name], here);
          if (own === undefined) continue;
          shared[own.name] = own.response;
          responses[status] = { $ref: `#/components/responses/${own.name}` };
        }
      }
      keepGeneral(shared, new Set(operations.flatMap(({ codes }) => codes)));
    },
  },
});

/** The operations of a path: the parameter that is the id in it, what has the id, and their codes in the order of ProblemCode. */
function operationsOf({ parameters = [], ...item }, problems) {
  const parameter = parameters.find((each) => each.in === 'path')?.name;
  return Object.values(item).map(({ operationId, responses, 'x-problem-codes': codes = [] }) => ({
    responses,
    id: parameter && { parameter, resource: resourceOf(parameter, operationId) },
    codes: Object.keys(problems).filter((code) => codes.includes(code)),
  }));
}

const isExternal = ({ id }) => id?.parameter === 'external_id';

/** `price_table`, of `price_table_id` and of `getPriceTableByExternalId`. */
function resourceOf(parameter, operationId) {
  if (parameter !== 'external_id') return parameter.replace(/_id$/, '');
  const [, name] = /^[a-z]+(\w+?)(?:ByExternalId)?$/.exec(operationId);
  return name.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase();
}

/** The shared responses among those of an operation. A bundle that already has its own refers to others. */
function sharedNames(responses) {
  const names = Object.entries(responses).map(([status, { $ref }]) => [status, $ref?.split('/').at(-1)]);
  return names.filter(([, name]) => SHARED_RESPONSES.includes(name));
}

function notFound(shared, { parameter, resource }) {
  const noun = resource.replaceAll('_', ' ');
  const isOwn = parameter === 'external_id';
  const id = isOwn ? parameter : 'id';
  const errors = [{ parameter, code: 'not_found', detail: `no ${noun} has this ${id}` }];
  const response = withExamples(shared, ([name, { summary, value }]) => [
    [name, { summary, value: { ...value, detail: `There is no ${noun} with this ${id}.`, errors } }],
  ]);
  return { name: `${pascal(resource)}${isOwn ? 'ExternalId' : ''}NotFound`, response };
}

function withCodes(shared, codes) {
  if (codes.length === 0) return undefined;
  const own = withExamples(shared, (entry) => (codes.includes(entry[1].value.code) ? [entry] : []));
  const shown = Object.values(own.content[PROBLEM].examples).map(({ value }) => value.code);
  for (const code of codes.filter((each) => !shown.includes(each))) {
    throw new Error(`No shared response in common.yaml has an example of ${code}. Add one.`);
  }
  const names = codes.map((code) => `\`${code}\``).join(', ');
  const description = `${shared.description} Codes: ${names}.`;
  return { name: codes.map(pascal).join('Or'), response: { ...own, description } };
}

/** Leaves the shared responses the examples of the codes that every operation like it has. */
function keepGeneral(shared, listed) {
  for (const name of SHARED_RESPONSES.filter((each) => shared[each]?.content)) {
    shared[name] = withExamples(shared[name], (entry) => (listed.has(entry[1].value.code) ? [] : [entry]));
  }
}

function withExamples(response, change) {
  const { schema, examples = {} } = response.content[PROBLEM];
  const changed = Object.fromEntries(Object.entries(examples).flatMap(change));
  return { ...response, content: { [PROBLEM]: { schema, examples: changed } } };
}

const pascal = (name) => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
