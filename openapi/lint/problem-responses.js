import { refersTo, shared } from './references.js';

const MEDIA_TYPE = 'application/problem+json';

export const problemResponses = () => {
  // A response shared by many operations is visited once for each of them; report it once.
  const visited = new Set();
  return {
    Paths: {
      Response(response, ctx) {
        const key = ctx.location.absolutePointer;
        if (!/^([45]|default$)/.test(ctx.key) || visited.has(key)) return;
        visited.add(key);
        const issue = contentIssue(response.content ?? {});
        if (issue) ctx.report({ message: `${ctx.key} ${issue}`, location: ctx.location.child('content') });
      },
    },
  };
};

function contentIssue(content) {
  const types = Object.keys(content);
  if (types.length !== 1 || types[0] !== MEDIA_TYPE) {
    return `returns ${types.join(', ') || 'no content'}. Return ${MEDIA_TYPE}, as every error does, and nothing else.`;
  }
  if (!refersTo(content[MEDIA_TYPE].schema, 'Problem')) {
    return `has its own schema. Refer to the shared one: ${shared('schemas', 'Problem')}`;
  }
}
