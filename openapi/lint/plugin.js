import { answerHeaders } from './answer-headers.js';
import { declaredResponses } from './declared-responses.js';
import { deprecationDates } from './deprecation-dates.js';
import { examplesValidate } from './examples-validate.js';
import { pagedList } from './paged-list.js';
import { problem4xx } from './problem-4xx.js';
import { problemCodes } from './problem-codes.js';
import { scopeOrReason } from './scope-or-reason.js';
import { writeGuards } from './write-guards.js';

export default () => ({
  id: 'tradepost',
  rules: {
    oas3: {
      'answer-headers': answerHeaders,
      'declared-responses': declaredResponses,
      'deprecation-dates': deprecationDates,
      'examples-validate': examplesValidate,
      'paged-list': pagedList,
      'problem-4xx': problem4xx,
      'problem-codes': problemCodes,
      'scope-or-reason': scopeOrReason,
      'write-guards': writeGuards,
    },
  },
});
