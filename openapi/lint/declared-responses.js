import { eachOperationWith } from './operations.js';
import { follow, shared as sharedPart } from './references.js';
import { requestSchemas } from './request-schemas.js';
import { codesOf, sharedResponses } from './shared-responses.js';

const PROBLEM = 'application/problem+json';
// The statuses of business rules: an operation that has them says which of its codes they are for.
const OF_CODES = ['409', '422'];

// bundle/add-shared-responses.js adds what is missing here. What is left to find are codes that don't exist, and
// responses written by hand that no code explains.
// `implied` are the codes that no operation lists, because they follow from what it accepts. `fields` says which fields of a body
// can be refused with a code, as patterns.
export const declaredResponses = ({ implied = [], fields = {}, except = {} }) =>
  eachOperationWith('ProblemCode', (described, { 'x-problems': problems = {} }) => {
    const { operation, title, report } = described;
    for (const issue of codeIssues(described, { problems, implied, fields, except }))
      report(`${title} ${issue}`, 'x-problem-codes');
    for (const code of codesOf(described).filter((code) => !(code in problems))) {
      report(
        `${title} lists ${code}, which isn't in the schema ProblemCode of common.yaml. Add it to its enum and to x-problems.`,
        'x-problem-codes',
      );
    }

    for (const { code, status } of unshown(described, problems)) {
      const message = `${title} lists ${code}, but its ${status} has no example of it. Add one to the response of ${status} in common.yaml.`;
      report(message, 'x-problem-codes');
    }

    const declared = Object.keys(operation.responses ?? {});
    const shared = sharedResponses(described, problems);
    for (const { status, component, why } of shared.filter(({ status }) => !declared.includes(`${status}`))) {
      const response = sharedPart('responses', component);
      report(
        `${title} doesn't declare ${status}, but ${why}. Add to its responses: '${status}': ${response}`,
        'responses',
      );
    }

    const errors = declared.filter((status) => OF_CODES.includes(status));
    for (const status of errors.filter((error) => !shared.some((one) => `${one.status}` === error))) {
      const message = `${title} declares ${status}, but nothing says why. List its codes, for instance x-problem-codes: [in_use].`;
      report(message, 'responses', status);
    }
  });

/** bundle/own-problems.js gives an operation the examples of its codes. */
function unshown({ operation, ctx }, problems) {
  return codesOf({ operation })
    .map((code) => ({ code, status: problems[code]?.status }))
    .filter(({ code, status }) => {
      const { node, file } = follow(operation.responses?.[status], ctx);
      const problem = node?.content?.[PROBLEM];
      return (
        problem &&
        !Object.values(problem.examples ?? {}).some(
          (each) => follow(each, ctx, file).node?.value?.code === code,
        )
      );
    });
}

function codeIssues(described, { problems, implied, fields, except }) {
  const codes = codesOf(described);
  const accepted = acceptedFields(described);
  return [
    ...codes
      .filter((code) => implied.includes(code))
      .map((code) => `lists ${code}, which follows from what an operation accepts. Remove it.`),
    ...codes
      .filter((code) => described.isRead && OF_CODES.includes(`${problems[code]?.status}`))
      .map(
        (code) =>
          `lists ${code}, but only reads, and ${problems[code].status} is for what writes. Remove it.`,
      ),
    ...Object.entries(fields).flatMap(([code, pattern]) => {
      if (except[described.operation.operationId]?.includes(code)) return [];
      const field = accepted.find((name) => new RegExp(pattern).test(name));
      if (field !== undefined && !codes.includes(code))
        return [`accepts ${field}, but doesn't list ${code}. Add it to x-problem-codes.`];
      if (field === undefined && codes.includes(code))
        return [
          `lists ${code}, but accepts no field that can cause it (${pattern}). Remove it from x-problem-codes.`,
        ];
      return [];
    }),
  ];
}

/** The names of all fields of the body. The rows of a batch have their problems in the response. */
function acceptedFields({ operation, ctx }) {
  const nodes = requestSchemas(operation.requestBody, ctx).map(({ node }) => node);
  if (nodes.some((node) => node['x-items-validated-separately'])) return [];
  return nodes.flatMap(({ properties = {} }) => Object.keys(properties));
}
