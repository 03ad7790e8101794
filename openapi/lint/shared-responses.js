// The responses that operations share, by status. `component` is the response in common.yaml, and `when` says which
// operations return it. bundle/add-shared-responses.js adds them, so that no operation lists them by hand.
const always = () => true;
const hasBody = ({ operation }) => operation.requestBody !== undefined;
const isWrite = ({ operation }) => writes(operation);
const accepts = (name) => (described) => described.accepts('header', name);

const SHARED = [
  [304, 'NotModified', isConditionalGet, 'it accepts If-None-Match'],
  [400, 'BadRequest', always, 'every operation can return it'],
  [401, 'Unauthorized', always, 'every operation can return it'],
  [403, 'Forbidden', always, 'every operation can return it'],
  [404, 'NotFound', hasIdInPath, 'it has an id in its path'],
  [406, 'NotAcceptable', always, 'every operation can return it'],
  [409, 'Conflict', accepts('Idempotency-Key'), 'it accepts Idempotency-Key'],
  [412, 'VersionMismatch', accepts('If-Match'), 'it accepts If-Match'],
  [413, 'PayloadTooLarge', hasBody, 'it has a request body'],
  [415, 'UnsupportedMediaType', hasBody, 'it has a request body'],
  [422, 'UnprocessableContent', hasBody, 'it has a request body'],
  [429, 'TooManyRequests', always, 'every operation can return it'],
  [500, 'InternalError', always, 'every operation can return it'],
  [503, 'WriteUnavailable', isWrite, 'it writes'],
  [503, 'ServiceUnavailable', (described) => !isWrite(described), 'it only reads'],
].map(([status, component, when, why]) => ({ status, component, when, why }));

/** A quote is a POST that writes nothing, and asks for a scope that reads. */
export const writes = ({ security = [] }) =>
  [security].flat().some(({ apiKey = [] }) => apiKey.some((scope) => scope.endsWith('.write')));

export const SHARED_RESPONSES = SHARED.map(({ component }) => component);

function isConditionalGet({ method, accepts }) {
  return method === 'get' && accepts('header', 'If-None-Match');
}

// External ids are strings. PUT creates the resource if the external id is new, so it never returns 404.
function hasIdInPath({ parameters, method }) {
  const inPath = parameters.filter((parameter) => parameter?.in === 'path');
  return inPath.some(({ schema }) => method !== 'put' || schema?.type === 'integer');
}

/** The shared responses of an operation, each with the reason why it returns it. `problems` is x-problems of ProblemCode. */
export function sharedResponses(described, problems) {
  const ofCodes = codesOf(described).map((code) => ({ code, status: problems[code]?.status }));
  return SHARED.flatMap((shared) => {
    if (shared.when(described)) return [shared];
    const listed = ofCodes.find(({ status }) => status === shared.status);
    return listed ? [{ ...shared, why: `its x-problem-codes list ${listed.code}` }] : [];
  });
}

/** The problems that an operation has besides those of every operation like it. */
export function codesOf({ operation }) {
  return [operation['x-problem-codes'] ?? []].flat();
}
