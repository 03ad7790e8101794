import { addConsistencyToken } from '../bundle/add-consistency-token.js';
import { addExportExamples } from '../bundle/add-export-examples.js';
import { addSharedResponses } from '../bundle/add-shared-responses.js';
import { describeEvents } from '../bundle/describe-events.js';
import { flattenSchemas } from '../bundle/flatten-schemas.js';
import { inlineHttpResponses } from '../bundle/inline-http-responses.js';
import { openConditions } from '../bundle/open-conditions.js';
import { ownProblems } from '../bundle/own-problems.js';
import { requiredToCreate } from '../bundle/required-to-create.js';
import { reservedInTimes } from '../bundle/reserved-in-times.js';
import { diffRules } from '../diff/rules/index.js';
import { declaredResponses } from './declared-responses.js';
import { deprecationDates } from './deprecation-dates.js';
import { eventCatalogue } from './event-catalogue.js';
import { eventKinds } from './event-kinds.js';
import { examplesValidate } from './examples-validate.js';
import { fieldDescriptions } from './field-descriptions.js';
import { fieldFormats } from './field-formats.js';
import { listExports } from './list-exports.js';
import { naming } from './naming.js';
import { pagedList } from './paged-list.js';
import { problemCodes } from './problem-codes.js';
import { problemResponses } from './problem-responses.js';
import { requestDefaults } from './request-defaults.js';
import { requestLimits } from './request-limits.js';
import { responseHeaders } from './response-headers.js';
import { scopeOrReason } from './scope-or-reason.js';
import { typeExtension } from './types.js';
import { writeGuards } from './write-guards.js';

export default () => ({
  id: 'tradepost',
  typeExtension,
  diff: { oas3: diffRules },
  preprocessors: {
    oas3: {
      'add-shared-responses': addSharedResponses,
      'add-consistency-token': addConsistencyToken,
      'describe-events': describeEvents,
    },
  },
  decorators: {
    // They run in this order: the examples and the fields to create need the flat schemas.
    oas3: {
      'flatten-schemas': flattenSchemas,
      'open-conditions': openConditions,
      'required-to-create': requiredToCreate,
      'reserved-in-times': reservedInTimes,
      'own-problems': ownProblems,
      'add-export-examples': addExportExamples,
      'inline-http-responses': inlineHttpResponses,
    },
  },
  rules: {
    oas3: {
      'declared-responses': declaredResponses,
      'deprecation-dates': deprecationDates,
      'event-catalogue': eventCatalogue,
      'event-kinds': eventKinds,
      'examples-validate': examplesValidate,
      'field-descriptions': fieldDescriptions,
      'field-formats': fieldFormats,
      naming,
      'list-exports': listExports,
      'paged-list': pagedList,
      'problem-codes': problemCodes,
      'problem-responses': problemResponses,
      'request-defaults': requestDefaults,
      'request-limits': requestLimits,
      'response-headers': responseHeaders,
      'scope-or-reason': scopeOrReason,
      'write-guards': writeGuards,
    },
  },
});
