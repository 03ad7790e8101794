import type { Field, FieldGroup } from './fields.ts';
import { everyProblem } from './operation-page.ts';
import type { ObjectView, OperationView, Reference } from './reference.ts';

/** The page of an operation as Markdown, for programs that read text. */
export function operationMarkdown(view: OperationView, reference: Reference): string {
  const { words } = reference;
  const { operation } = view;
  return [
    `# ${view.title}`,
    `\`${operation.route}\``,
    `${words.scope}: ${view.scopes.map((scope) => `\`${scope}\``).join(', ') || words.noScope}`,
    view.description,
    ...view.sections.flatMap(({ title, description = '', groups }) => [
      `## ${title}`,
      ...(description === '' ? [] : [description]),
      fields(groups, reference),
    ]),
    ...view.responses.flatMap(({ status, description, object, example }) => [
      `## ${words.response} ${status}`,
      description,
      ...(object ? [`\`${object}\``] : []),
      ...(example === undefined ? [] : [fence('json', JSON.stringify(example, null, 2))]),
    ]),
    `## ${words.errors}`,
    problems(view, reference),
    ...(view.events.length > 0
      ? [`## ${words.events}`, view.events.map((kind) => `- \`${kind}\``).join('\n')]
      : []),
    `## ${words.example}`,
    fence('sh', view.curl),
    ...(view.sdk === undefined ? [] : [fence('ts', view.sdk)]),
  ].join('\n\n');
}

/** The page of an object as Markdown. */
export function objectMarkdown(view: ObjectView, reference: Reference): string {
  const { words } = reference;
  const users = view.usedBy.map(({ route }) => `- \`${route}\``);
  return [
    `# ${view.name}`,
    ...(view.description === '' ? [] : [view.description]),
    `## ${words.fields}`,
    fields(view.groups, reference),
    ...(view.example === undefined
      ? []
      : [`## ${words.example}`, fence('json', JSON.stringify(view.example, null, 2))]),
    ...(users.length === 0 ? [] : [`## ${words.usedBy}`, users.join('\n')]),
  ].join('\n\n');
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

function problems({ problems: own }: OperationView, reference: Reference): string {
  const lines = own.map(({ code, status, title }) => `- ${status} \`${code}\`: ${reference.text(title)}`);
  const everywhere = everyProblem(reference).map(({ code }) => `\`${code}\``);
  return [...lines, '', `${reference.words.everywhere} ${everywhere.join(', ')}.`].join('\n').trim();
}

/** A list, in which what a field has inside is indented. */
function fields(groups: readonly FieldGroup[], reference: Reference, indent = ''): string {
  return groups
    .flatMap(({ variant, rules, fields: own }) => {
      const within = variant === '' ? indent : `${indent}  `;
      return [
        ...(variant === '' ? [] : [`${indent}- \`${variant}\`:`]),
        ...rules.map((rule) => `${within}- ${rule}`),
        ...own.map((field) => fieldLine(field, reference, within)),
      ];
    })
    .join('\n');
}

function fieldLine(field: Field, reference: Reference, indent: string): string {
  const { words } = reference;
  const facts = [field.type, ...(field.required ? [words.required] : []), ...field.limits];
  if (field.values.length > 0) facts.push(`${words.oneOf} ${field.values.join(', ')}`);
  const text = field.description.replaceAll(/\s+/g, ' ');
  const inside = field.inside.length > 0 ? `\n${fields(field.inside, reference, `${indent}  `)}` : '';
  return `${indent}- \`${field.name}\` (${facts.join('; ')}) ${text}${inside}`;
}
