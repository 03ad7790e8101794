import { defaultChanged } from './default-changed.js';
import { enumValuesDropped } from './enum-values-dropped.js';
import { problemStatusChanged } from './problem-status-changed.js';
import { sunsetMoved } from './sunset-moved.js';
import { unionChanged } from './union-changed.js';
import { webhookHeaderRemoved } from './webhook-header-removed.js';

/** What `redocly diff` doesn't see by itself. ../redocly.yaml gives each its impact. */
export const diffRules = {
  'default-changed': defaultChanged,
  'enum-values-dropped': enumValuesDropped,
  'problem-status-changed': problemStatusChanged,
  'sunset-moved': sunsetMoved,
  'union-changed': unionChanged,
  'webhook-header-removed': webhookHeaderRemoved,
};
