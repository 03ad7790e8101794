import { eachOperationWith } from '../lint/operations.js';
import { sharedResponses } from '../lint/shared-responses.js';
import { pathToCommon } from './shared-files.js';

/** Adds the error responses that operations share. A response that an operation declares itself stays as it is. */
export const addSharedResponses = () =>
  eachOperationWith('ProblemCode', (described, { 'x-problems': problems = {} }) => {
    const common = pathToCommon(described.ctx.location.source.absoluteRef);
    // A bundle is complete. Where it isn't, the rule declared-responses has to see it.
    const { responses } = described.operation;
    if (common === undefined || !responses) return;
    for (const { status, component } of sharedResponses(described, problems)) {
      responses[status] ??= { $ref: `${common}#/responses/${component}` };
    }
  });
