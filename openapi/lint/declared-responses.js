import { eachOperationWith } from './operations.js';
import { shared as sharedPart } from './references.js';
import { codesOf, sharedResponses } from './shared-responses.js';

// The statuses of business rules: an operation that has them says which of its codes they are for.
const OF_CODES = ['409', '422'];

// bundle/add-shared-responses.js adds what is missing here. What is left to find are codes that don't exist, and
// responses written by hand that no code explains.
export const declaredResponses = () =>
  eachOperationWith('ProblemCode', (described, { 'x-problems': problems = {} }) => {
    const { operation, title, report } = described;
    for (const code of codesOf(described).filter((code) => !(code in problems))) {
      report(
        `${title} lists ${code}, which isn't in the schema ProblemCode of common.yaml. Add it to its enum and to x-problems.`,
        'x-problem-codes',
      );
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
