import { eachOperation } from './operations.js';

// A POST does what no other method says, so it may have any verb but theirs.
const VERBS = {
  get: ['get', 'list', 'export'],
  put: ['upsert', 'set'],
  patch: ['update'],
  delete: ['delete'],
};

/** Who reads an operationId knows what it does, and finds it in a generated client. */
export const operationVerbs = () =>
  eachOperation(({ operation: { operationId }, method, title, report }) => {
    if (operationId === undefined) return;
    const [verb] = /^[a-z]*/.exec(operationId);
    const issue = issueOf(verb, method);
    if (issue) report(`${title}: ${issue} Rename the operation.`, 'operationId');
  });

function issueOf(verb, method) {
  const own = VERBS[method];
  if (own?.includes(verb)) return undefined;
  if (method === 'get')
    return 'the operationId of a GET begins with get for one resource, list for a list, or export for an export.';
  if (own) return `the operationId of a ${method.toUpperCase()} begins with ${own.join(' or ')}.`;
  const [other] = Object.entries(VERBS).find(([, verbs]) => verbs.includes(verb)) ?? [];
  // setOrderStatus is a POST: it does something, and doesn't replace a resource.
  if (other === undefined || verb === 'set') return undefined;
  return `${verb} is for a ${other.toUpperCase()}.`;
}
