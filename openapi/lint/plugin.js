import { declaredResponses } from './declared-responses.js';
import { deprecationDates } from './deprecation-dates.js';
import { eventKinds } from './event-kinds.js';
import { examplesValidate } from './examples-validate.js';
import { listExports } from './list-exports.js';
import { pagedList } from './paged-list.js';
import { problemCodes } from './problem-codes.js';
import { problemResponses } from './problem-responses.js';
import { requestDefaults } from './request-defaults.js';
import { responseHeaders } from './response-headers.js';
import { scopeOrReason } from './scope-or-reason.js';
import { writeGuards } from './write-guards.js';

export default () => ({
  id: 'tradepost',
  rules: {
    oas3: {
      'declared-responses': declaredResponses,
      'deprecation-dates': deprecationDates,
      'event-kinds': eventKinds,
      'examples-validate': examplesValidate,
      'list-exports': listExports,
      'paged-list': pagedList,
      'problem-codes': problemCodes,
      'problem-responses': problemResponses,
      'request-defaults': requestDefaults,
      'response-headers': responseHeaders,
      'scope-or-reason': scopeOrReason,
      'write-guards': writeGuards,
    },
  },
});
