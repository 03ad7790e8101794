const PROBLEM = 'application/problem+json';

/**
 * Gives operations error responses of their own: the shared ones, with the examples that can occur there. So nobody reads
 * about payments at the 409 of a product, or about a missing product at the 404 of a customer.
 */
export const ownProblems = () => ({
  Root: {
    leave({ paths, components }) {
      const items = Object.values(paths);
      for (const { parameters = [], ...item } of items) {
        const id = parameters.find(
          (parameter) => parameter.in === 'path' && parameter.schema.type === 'integer',
        );
        for (const { responses, 'x-problem-codes': codes = [] } of Object.values(item)) {
          // A bundle that already has its own is left as it is.
          if (id && responses['404'].$ref) responses['404'] = withId(components.responses.NotFound, id.name);
          nameCodes(responses, codes, components);
        }
      }
      const operations = items.flatMap((item) => Object.values(item));
      keepGeneral(components.responses, new Set(operations.flatMap((each) => each['x-problem-codes'] ?? [])));
    },
  },
});

function withId(response, parameter) {
  const noun = parameter.replace(/_id$/, '').replaceAll('_', ' ');
  const errors = [{ parameter, code: 'not_found', detail: `no ${noun} has this id` }];
  return withExamples(response, ([name, { summary, value }]) => [
    [name, { summary, value: { ...value, detail: `There is no ${noun} with this id.`, errors } }],
  ]);
}

function nameCodes(responses, codes, { responses: shared, schemas }) {
  for (const [status, response] of Object.entries(responses)) {
    const own = codes.filter((code) => schemas.ProblemCode['x-problems'][code].status === Number(status));
    const name = response.$ref?.split('/').at(-1);
    if (own.length > 0 && name) responses[status] = withCodes(shared[name], own);
  }
}

function withCodes(response, codes) {
  const own = withExamples(response, (entry) => (codes.includes(entry[1].value.code) ? [entry] : []));
  const shown = Object.values(own.content[PROBLEM].examples).map(({ value }) => value.code);
  for (const code of codes.filter((each) => !shown.includes(each))) {
    throw new Error(`No shared response in common.yaml has an example of ${code}. Add one.`);
  }
  const names = codes.map((code) => `\`${code}\``).join(', ');
  return { ...own, description: `${response.description} This operation's codes: ${names}.` };
}

/** Leaves the shared responses the examples of the codes that every operation like it has. */
function keepGeneral(shared, listed) {
  for (const [name, response] of Object.entries(shared)) {
    if (!response.content?.[PROBLEM]) continue;
    shared[name] = withExamples(response, (entry) => (listed.has(entry[1].value.code) ? [] : [entry]));
  }
}

function withExamples(response, change) {
  const { schema, examples = {} } = response.content[PROBLEM];
  const changed = Object.fromEntries(Object.entries(examples).flatMap(change));
  return { ...response, content: { [PROBLEM]: { schema, examples: changed } } };
}
