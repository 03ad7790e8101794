const KEEP_OPERATION =
  'Keep it, and deprecate it: `deprecated: true`, `x-deprecated-at`, `x-sunset-at` at least 12 months later. After that day it may go.';
const KEEP_FIELD = 'Keep it, and add the new one beside it.';
const KEEP_VALUE = 'Keep it. New values may be added beside it.';
const OPTIONAL = 'Make it optional, and let requests without it mean what they mean today.';
const KEEP_LIMIT =
  'Keep what is accepted today. A stricter form is a new field, or a new operation, with the old one deprecated.';
const KEEP_PROMISE =
  'Keep what is returned today. What is wider or may be missing is a new field beside the old one.';

/** What to do instead of a breaking change, by the rule that reports it. */
const ADVICE: Readonly<Record<string, string>> = {
  'operation-removed': KEEP_OPERATION,
  'operation-id-changed': 'Keep it: generated clients have a function of this name.',
  'path-removed': 'Keep the event, and add the new one beside it.',
  'parameter-removed': KEEP_FIELD,
  'parameter-became-required': OPTIONAL,
  'request-body-became-required': OPTIONAL,
  'required-properties-added': OPTIONAL,
  'required-properties-removed': 'Keep it required. Send null or an empty list, if its type allows that.',
  'property-removed': KEEP_FIELD,
  'enum-values-removed': KEEP_VALUE,
  'media-type-removed': KEEP_FIELD,
  'response-removed': KEEP_FIELD,
  'response-header-removed': KEEP_FIELD,
  'security-requirement-changed':
    'Keep the scopes: existing keys lack a new one. An operation of its own may need it.',
  'parameter-serialization-changed':
    'Keep how it is written. Another form is a new parameter beside the old one.',
  'request-body-removed': 'Keep it, and say in its description that it has no effect.',
  'security-scheme-changed': 'Keep the scheme, and accept the new one beside it.',
  'server-removed': 'Keep the address: another base path is another version of the API.',
  'tradepost/accepts-less': KEEP_LIMIT,
  'tradepost/body-added': 'Make the body optional, and let requests without it mean what they mean today.',
  'tradepost/columns-moved':
    'Keep the columns of openapi/released/columns.json in their order. `npm run generate` puts new ones at the end.',
  'tradepost/event-narrowed':
    'Keep sending it where it is sent today. A rarer event is a new one beside it. What never sent it may be told in `notes`.',
  'tradepost/form-changed':
    'Keep how it is written. Another form is a new parameter or header beside the old one.',
  'tradepost/operation-moved':
    'Keep its tag and its address: generated clients have it in the class of its tag.',
  'tradepost/operation-narrowed': 'Keep it. Another limit or problem is that of a new operation.',
  'tradepost/path-parameter-renamed': 'Keep the name: generated clients have an argument of it.',
  'tradepost/returns-more': KEEP_PROMISE,
  'tradepost/default-changed': 'Keep the default. A new field or parameter can have another one.',
  'tradepost/discriminator-changed': 'Keep the field that tells the branches apart, and its values.',
  'tradepost/enum-values-dropped': KEEP_VALUE,
  'tradepost/problem-status-changed': 'Keep the status. Add a code of its own for the other one.',
  'tradepost/success-added':
    'Keep the one success. What it has to say beside is a field of it, or a new operation.',
  'tradepost/sunset-moved': 'Keep the day, or choose a later one.',
  'tradepost/webhook-header-removed': KEEP_FIELD,
};

/** Limits and types may change in one of two ways, depending on who sends the value. */
const OF_LIMITS = 'Keep it as it is. Another limit or type is a new field beside the old one.';

export function adviceOn(ruleId: string): string {
  return ADVICE[ruleId] ?? OF_LIMITS;
}
