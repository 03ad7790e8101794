import { eventDescription } from './event-description.js';
import { follow, isSchemaNamed } from './references.js';

const SECTIONS = { fires: true, does_not_fire: true, notes: false };
const LANGUAGES = ['en', 'pt'];
const READS = ['get', 'head'];

// Webhooks, the panel and /docs/webhooks show what x-event says. The schema Scope may be visited late, so all is checked last.
export const eventCatalogue = () => {
  const scopes = [];
  return {
    Schema(schema, ctx) {
      if (isSchemaNamed('Scope', ctx)) scopes.push(...schema['x-extensible-enum']);
    },
    Root: {
      leave(root, ctx) {
        const known = { scopes, writes: writesOf(root, ctx) };
        for (const [kind, item] of Object.entries(root.webhooks ?? {})) {
          const location = ctx.location.child(['webhooks', kind]);
          for (const issue of issuesOf(follow(item, ctx).node?.post ?? {}, known))
            ctx.report({ message: `The event ${kind} ${issue}`, location });
        }
      },
    },
  };
};

/** The ids of the operations that may change something. */
function writesOf({ paths = {} }, ctx) {
  return Object.values(paths).flatMap((item) =>
    Object.entries(follow(item, ctx).node ?? {}).flatMap(([method, { operationId }]) =>
      operationId && !READS.includes(method) ? [operationId] : [],
    ),
  );
}

function issuesOf({ description, 'x-event': entry }, known) {
  if (!entry)
    return ["has no x-event. Say there when it fires and when it doesn't; the description is made from it."];
  const issues = [
    ...unknownMembers(entry),
    ...scopeIssues(entry, known),
    ...Object.entries(SECTIONS).flatMap(([section, required]) => sectionIssues(entry, section, required)),
    ...Object.entries(entry.fires ?? {}).flatMap(([key, sentence]) => causeIssues(key, sentence, known)),
  ];
  // Without its parts there is nothing to compare.
  if (issues.length > 0 || description === eventDescription(entry)) return issues;
  return ["has a description of its own. Remove it: it's made from x-event."];
}

function unknownMembers(entry) {
  const allowed = ['scope', ...Object.keys(SECTIONS)];
  return Object.keys(entry)
    .filter((member) => !allowed.includes(member))
    .map((member) => `has ${member} in x-event. Use only ${allowed.join(', ')}.`);
}

function scopeIssues({ scope }, { scopes }) {
  const reading = scopes.filter((each) => each.endsWith('.read'));
  if (reading.includes(scope)) return [];
  return [`is read with the scope ${scope}. Name one of ${reading.join(', ')}.`];
}

function sectionIssues(entry, section, required) {
  const sentences = Object.entries(entry[section] ?? {});
  if (required && sentences.length === 0) return [`has nothing in ${section}. Write at least one sentence.`];
  return sentences.flatMap(([key, texts]) =>
    LANGUAGES.filter((language) => !isSentence(texts?.[language])).map(
      (language) =>
        `has no sentence in ${section}.${key}.${language}. Write one, with a full stop at its end.`,
    ),
  );
}

function causeIssues(key, sentence, { writes }) {
  const causes = sentence?.by ?? [];
  if (causes.length === 0) return [`doesn't say what causes fires.${key}. Name the operations in by.`];
  return causes
    .filter((cause) => !writes.includes(cause))
    .map((cause) => `is caused by ${cause}, which isn't an operation that writes. Correct fires.${key}.by.`);
}

function isSentence(text) {
  return typeof text === 'string' && /\S\.$/.test(text);
}
