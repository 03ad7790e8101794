import { refersTo } from './references.js';

const MEDIA_TYPE = 'application/problem+json';

// A response that many operations share is met once for each of them, and reported once.
export const problem4xx = () => {
  const seen = new Set();
  return {
    Paths: {
      Response(response, ctx) {
        const met = ctx.location.absolutePointer;
        if (!/^([45]|default$)/.test(ctx.key) || seen.has(met)) return;
        seen.add(met);
        const fault = contentFault(response.content ?? {});
        if (fault) ctx.report({ message: `${ctx.key} ${fault}`, location: ctx.location.child('content') });
      },
    },
  };
};

function contentFault(content) {
  const types = Object.keys(content);
  if (types.length !== 1 || types[0] !== MEDIA_TYPE) {
    return `answers ${types.join(', ') || 'no content'}. Every error answers ${MEDIA_TYPE} and nothing else.`;
  }
  if (!refersTo(content[MEDIA_TYPE].schema, 'Problem')) {
    return 'has a schema of its own. Refer to the shared schema Problem.';
  }
}
