import { bodyAdded } from './body-added.js';
import { columnsMoved } from './columns-moved.js';
import { defaultChanged } from './default-changed.js';
import { discriminatorChanged } from './discriminator-changed.js';
import { enumValuesDropped } from './enum-values-dropped.js';
import { eventNarrowed } from './event-narrowed.js';
import { pathParameterRenamed } from './path-parameter-renamed.js';
import { problemStatusChanged } from './problem-status-changed.js';
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
  'path-parameter-renamed': pathParameterRenamed,
  'problem-status-changed': problemStatusChanged,
  'sunset-moved': sunsetMoved,
  'webhook-header-removed': webhookHeaderRemoved,
};
