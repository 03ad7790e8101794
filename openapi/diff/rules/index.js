import { bodyAdded } from './body-added.js';
import { columnsMoved } from './columns-moved.js';
import { defaultChanged } from './default-changed.js';
import { discriminatorChanged } from './discriminator-changed.js';
import { enumValuesDropped } from './enum-values-dropped.js';
import { eventNarrowed } from './event-narrowed.js';
import { formChanged } from './form-changed.js';
import { operationMoved } from './operation-moved.js';
import { operationNarrowed } from './operation-narrowed.js';
import { pathParameterRenamed } from './path-parameter-renamed.js';
import { problemStatusChanged } from './problem-status-changed.js';
import { successAdded } from './success-added.js';
import { sunsetMoved } from './sunset-moved.js';
import { webhookHeaderRemoved } from './webhook-header-removed.js';

/** What `redocly diff` doesn't see by itself. ../redocly.yaml gives each its impact. */
export const diffRules = {
  'body-added': bodyAdded,
  'columns-moved': columnsMoved,
  'default-changed': defaultChanged,
  'discriminator-changed': discriminatorChanged,
  'enum-values-dropped': enumValuesDropped,
  'event-narrowed': eventNarrowed,
  'form-changed': formChanged,
  'operation-moved': operationMoved,
  'operation-narrowed': operationNarrowed,
  'path-parameter-renamed': pathParameterRenamed,
  'problem-status-changed': problemStatusChanged,
  'success-added': successAdded,
  'sunset-moved': sunsetMoved,
  'webhook-header-removed': webhookHeaderRemoved,
};
