import { eachOperationWith } from '../lint/operations.js';
import { writes } from '../lint/shared-responses.js';
import { pathToCommon } from './shared-files.js';

const NAME = 'Consistency-Token';
/** A read of the feed gives out positions, which only the primary can. */
const FEED = /Events$/;

/**
 * Adds the token of what is written to the responses of every operation that writes, and to the parameters of every one that a
 * replica can serve. The service goes by it, so the two can't differ.
 */
export const addConsistencyToken = () =>
  eachOperationWith('ProblemCode', ({ operation, ctx }) => {
    const common = pathToCommon(ctx.location.source.absoluteRef);
    if (common === undefined) return;
    if (isServedByReplicas(operation))
      operation.parameters = [
        ...(operation.parameters ?? []),
        { $ref: `${common}#/parameters/ConsistencyToken` },
      ];
    if (!writes(operation) || !operation.responses) return;
    // A copy: in YAML, several responses may be one object.
    for (const [status, response] of Object.entries(operation.responses).filter(([each]) => /^2/.test(each)))
      operation.responses[status] = {
        ...response,
        headers: { ...response.headers, [NAME]: { $ref: `${common}#/headers/ConsistencyToken` } },
      };
  });

const isServedByReplicas = ({ operationId }) =>
  /^(list|export|getSalesReport$)/.test(operationId) && !FEED.test(operationId);
