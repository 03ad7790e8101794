import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eachOperationWithProblems } from '../lint/operations-and-problems.js';
import { sharedResponses } from '../lint/shared-responses.js';

const CONTRACT = fileURLToPath(new URL('..', import.meta.url));
const COMMON = fileURLToPath(new URL('../common.yaml', import.meta.url));

/** Adds the error responses that operations share. A response that an operation declares itself stays as it is. */
export const addSharedResponses = () =>
  eachOperationWithProblems((described, problems) => {
    const file = described.ctx.location.source.absoluteRef;
    // A bundle is complete. Where it isn't, the rule declared-responses has to see it.
    if (!file.startsWith(CONTRACT)) return;
    const { responses } = described.operation;
    for (const { status, component } of sharedResponses(described, problems)) {
      responses[status] ??= { $ref: `${pathTo(COMMON, file)}#/responses/${component}` };
    }
  });

function pathTo(target, file) {
  return relative(dirname(file), target).split(sep).join('/');
}
