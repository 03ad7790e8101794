import { eventDescription } from '../bundle/describe-events.js';
import { eachOperation } from './operations.js';
import { follow, isSchemaNamed, report } from './references.js';

const SECTIONS = { fires: true, does_not_fire: true, notes: false };
const LANGUAGES = ['en', 'pt'];

// Webhooks, the panel and /docs/webhooks show what x-event says. The schema Scope may be visited late, so all is checked last.
export const eventCatalogue = () => {
  const [scopes, writes] = [[], []];
  return {
    ...eachOperation(({ operation, isRead }) => isRead || writes.push(operation.operationId)),
    Schema(schema, ctx) {
      if (isSchemaNamed('Scope', ctx)) scopes.push(...schema['x-extensible-enum']);
    },
    Root: {
      leave(root, ctx) {
        for (const [kind, item] of Object.entries(root.webhooks ?? {})) {
          for (const issue of issuesOf(follow(item, ctx).node?.post ?? {}, { scopes, writes }))
            report(ctx, `The event ${kind} ${issue}`, 'webhooks', kind);
        }
      },
    },
  };
};

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
