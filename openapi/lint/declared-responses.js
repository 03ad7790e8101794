import { eachOperation } from './operations.js';

const REQUIRED = [
  {
    statuses: ['400', '401', '403', '406', '429', '500', '503'],
    when: () => true,
    why: 'every operation can return it',
  },
  { statuses: ['404'], when: hasIdInPath, why: 'it has an id in its path' },
  { statuses: ['413', '415', '422'], when: hasBody, why: 'it has a request body' },
  { statuses: ['412'], when: ({ accepts }) => accepts('header', 'If-Match'), why: 'it accepts If-Match' },
  {
    statuses: ['409'],
    when: ({ accepts }) => accepts('header', 'Idempotency-Key'),
    why: 'it accepts Idempotency-Key',
  },
];

export const declaredResponses = () =>
  eachOperation((described) => {
    const declared = Object.keys(described.operation.responses ?? {});
    for (const { statuses, why } of REQUIRED.filter(({ when }) => when(described))) {
      for (const status of statuses.filter((required) => !declared.includes(required))) {
        described.report(
          `${described.title} doesn't declare ${status}, but ${why}. Declare it.`,
          'responses',
        );
      }
    }
  });

// External ids are strings. PUT creates the resource if the external id is new, so it never returns 404.
function hasIdInPath({ parameters }) {
  return parameters.some((parameter) => parameter?.in === 'path' && parameter.schema?.type === 'integer');
}

function hasBody({ operation }) {
  return operation.requestBody !== undefined;
}
