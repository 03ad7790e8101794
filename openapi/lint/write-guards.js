import { eachOperation } from './operations.js';
import { shared } from './references.js';
import { requestSchemas } from './request-schemas.js';

const KEY = { header: 'Idempotency-Key', component: 'IdempotencyKey' };
const VERSION = { header: 'If-Match', component: 'IfMatch' };
const GUARDS = { post: KEY, put: VERSION, patch: VERSION, delete: VERSION };

export const writeGuards = () =>
  eachOperation(({ operation, method, title, accepts, report, ctx }) => {
    const guard = GUARDS[method];
    if (guard && !accepts('header', guard.header)) {
      const parameter = shared('parameters', guard.component);
      report(
        `${title} doesn't accept the header ${guard.header}. Add to its parameters: ${parameter}`,
        'parameters',
      );
    }
    for (const { node, at, isClosed } of requestSchemas(operation.requestBody, ctx)) {
      if (!node.properties || isClosed) continue;
      const message = `${title} accepts unknown fields at ${at}. Close it with additionalProperties: false.`;
      report(message, 'requestBody');
    }
  });
