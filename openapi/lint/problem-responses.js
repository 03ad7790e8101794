import { eachResponse } from './operations.js';
import { report, shared } from './references.js';

const MEDIA_TYPE = 'application/problem+json';

export const problemResponses = () =>
  eachResponse((response, ctx) => {
    const issue = /^([45]|default$)/.test(ctx.key) && contentIssue(response.content ?? {});
    if (issue) report(ctx, `${ctx.key} ${issue}`, 'content');
  });

function contentIssue(content) {
  const types = Object.keys(content);
  if (types.length !== 1 || types[0] !== MEDIA_TYPE) {
    return `returns ${types.join(', ') || 'no content'}. Return ${MEDIA_TYPE}, as every error does, and nothing else.`;
  }
  if (!content[MEDIA_TYPE].schema?.$ref?.endsWith('/schemas/Problem')) {
    return `has its own schema. Refer to the shared one: ${shared('schemas', 'Problem')}`;
  }
}
