// The responses that operations share, by status. `component` is the response in common.yaml, and `when` says which
// operations return it. bundle/add-shared-responses.js adds them, so that no operation lists them by hand.
const always = () => true;
const hasBody = ({ operation }) => operation.requestBody !== undefined;
const accepts = (name) => (described) => described.accepts('header', name);

const SHARED = [
  { status: 304, component: 'NotModified', when: isConditionalGet, why: 'it accepts If-None-Match' },
  { status: 400, component: 'BadRequest', when: always, why: 'every operation can return it' },
  { status: 401, component: 'Unauthorized', when: always, why: 'every operation can return it' },
  { status: 403, component: 'Forbidden', when: always, why: 'every operation can return it' },
  { status: 404, component: 'NotFound', when: hasIdInPath, why: 'it has an id in its path' },
  { status: 406, component: 'NotAcceptable', when: always, why: 'every operation can return it' },
  { status: 409, component: 'Conflict', when: accepts('Idempotency-Key'), why: 'it accepts Idempotency-Key' },
  { status: 412, component: 'VersionMismatch', when: accepts('If-Match'), why: 'it accepts If-Match' },
  { status: 413, component: 'PayloadTooLarge', when: hasBody, why: 'it has a request body' },
  { status: 415, component: 'UnsupportedMediaType', when: hasBody, why: 'it has a request body' },
  { status: 422, component: 'UnprocessableContent', when: hasBody, why: 'it has a request body' },
  { status: 429, component: 'TooManyRequests', when: always, why: 'every operation can return it' },
  { status: 500, component: 'InternalError', when: always, why: 'every operation can return it' },
  {
    status: 503,
    component: 'WriteUnavailable',
    when: ({ operation }) => writes(operation),
    why: 'it writes',
  },
  {
    status: 503,
    component: 'ServiceUnavailable',
    when: ({ operation }) => !writes(operation),
    why: 'it only reads',
  },
];

/** A quote is a POST that writes nothing, and asks for a scope that reads. */
export const writes = ({ security = [] }) =>
  security.some(({ apiKey = [] }) => apiKey.some((scope) => scope.endsWith('.write')));

export const SHARED_RESPONSES = SHARED.map(({ component }) => component);

function isConditionalGet({ method, accepts }) {
  return method === 'get' && accepts('header', 'If-None-Match');
}

// External ids are strings. PUT creates the resource if the external id is new, so it never returns 404.
function hasIdInPath({ parameters }) {
  return parameters.some((parameter) => parameter?.in === 'path' && parameter.schema?.type === 'integer');
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
  return operation['x-problem-codes'] ?? [];
}
