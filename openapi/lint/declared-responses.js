import { eachOperation } from './operations.js';

const DUE = [
  {
    status: ['400', '401', '403', '406', '429', '500', '503'],
    when: () => true,
    why: 'every operation has it',
  },
  { status: ['404'], when: hasIdInPath, why: 'it has an id in its path' },
  { status: ['413', '415', '422'], when: hasBody, why: 'it has a request body' },
  { status: ['412'], when: ({ takes }) => takes('header', 'If-Match'), why: 'it takes If-Match' },
  {
    status: ['409'],
    when: ({ takes }) => takes('header', 'Idempotency-Key'),
    why: 'it takes Idempotency-Key',
  },
];

export const declaredResponses = () =>
  eachOperation((one) => {
    const declared = Object.keys(one.operation.responses ?? {});
    for (const { status, when, why } of DUE) {
      const missing = when(one) ? status.filter((code) => !declared.includes(code)) : [];
      for (const code of missing) {
        one.report(`${one.title} does not declare ${code}, but ${why}. Declare it.`, 'responses');
      }
    }
  });

// An external id is the client's own: what it names is made when it is not there.
function hasIdInPath({ parameters }) {
  return parameters.some((parameter) => parameter?.in === 'path' && parameter.schema?.type === 'integer');
}

function hasBody({ operation }) {
  return operation.requestBody !== undefined;
}
