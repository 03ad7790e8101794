import { eachOperation } from './operations.js';
import { isSchemaNamed } from './references.js';

/**
 * A visitor that calls `check` for each operation under `paths`, with x-problems of the schema ProblemCode. Redocly may
 * visit that schema after the operations, so they are checked last.
 */
export function eachOperationWithProblems(check) {
  const operations = [];
  let problems = {};
  return {
    ...eachOperation((described) => operations.push(described)),
    Schema(schema, ctx) {
      if (isSchemaNamed('ProblemCode', ctx)) problems = schema['x-problems'] ?? {};
    },
    Root: {
      leave() {
        for (const described of operations) check(described, problems);
      },
    },
  };
}
