import { eachOperationWith } from './operations.js';
import { isText } from './references.js';

/** The scopes are declared once, in the schema Scope. `resources` names those of a tag, if they aren't its own. */
export const scopeOrReason = ({ resources = {} }) => {
  let declared = [];
  const visitor = eachOperationWith('Scope', (described, { 'x-extensible-enum': scopes = [] }) => {
    checkOperation(described, scopes);
    // A tag that isn't declared is the matter of operation-tag-defined.
    if (declared.includes(described.operation.tags?.[0])) checkTag(described, resources);
  });
  visitor.Root.enter = ({ tags }) => {
    declared = (tags ?? []).map((tag) => tag?.name);
  };
  return visitor;
};

function checkTag({ operation: { tags: [tag] = [], security = [] }, title, report }, resources) {
  const resource = resources[tag] ?? tag?.replaceAll(' ', '_');
  const lacking = [security]
    .flat()
    .find(
      ({ apiKey = [] }) => apiKey.length > 0 && !apiKey.some((scope) => scope.startsWith(`${resource}.`)),
    );
  // That there is one is another rule's.
  if (tag && lacking)
    report(
      `${title} has the tag ${tag}, but doesn't require a scope of ${resource}. Require one, or give it the tag of ${lacking.apiKey.join(', ')}.`,
      'security',
    );
}

function checkOperation({ operation, isRead, title, report }, scopes) {
  const alternatives = [operation.security ?? []].flat();
  const required = alternatives.flatMap((alternative) => alternative.apiKey ?? []);
  const isUnscoped =
    alternatives.length === 0 || alternatives.some((alternative) => !alternative.apiKey?.length);
  const issue = reasonIssue(operation['x-no-scope-because'], required, isUnscoped);
  if (issue) report(`${title} ${issue}`, 'security');

  // A POST that only computes something is a read, and says so in x-read-only-because.
  const reads = isRead || isText(operation['x-read-only-because']);
  const fitting = scopes.filter((scope) => scope.endsWith(reads ? '.read' : '.write'));
  for (const scope of required.filter((scope) => !fitting.includes(scope))) {
    const found = scopes.includes(scope)
      ? `but it ${reads ? 'only reads' : 'writes'}`
      : "which isn't in the schema Scope of account.yaml";
    report(`${title} requires ${scope}, ${found}. Require one of ${fitting.join(', ')}.`, 'security');
  }
}

function reasonIssue(reason, scopes, isUnscoped) {
  if (reason !== undefined && scopes.length > 0) {
    return 'requires a scope and has x-no-scope-because. Remove one of the two.';
  }
  if (isUnscoped && !isText(reason)) {
    return 'can be called without a scope. Write security: [{ apiKey: [SCOPE] }], or say why not in x-no-scope-because.';
  }
}
