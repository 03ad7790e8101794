import { type Html, html, prose, separated } from '../layout/html.ts';
import type { Language } from '../layout/languages.ts';
import { objectPath } from '../layout/paths.ts';
import type { Field, FieldGroup } from './fields.ts';
import type { Reference } from './reference.ts';
import { words } from './words.ts';

/** Fields with what they have inside, each with a link of its own. */
export function fieldGroups(groups: readonly FieldGroup[], reference: Reference): Html[] {
  return groups.map(
    ({
      variant,
      rules,
      fields,
    }) => html`${variant === '' ? html`` : html`<p class="variant"><a href="${objectPath(reference.language, variant)}"><code>${variant}</code></a></p>`}${rules.map((rule) => html`<p>${prose(rule)}</p>`)}
<ul class="fields">
${fields.map((field) => fieldItem(field, reference))}</ul>
`,
  );
}

function fieldItem(field: Field, reference: Reference): Html {
  const { name, path, required, limits, description, since } = field;
  const { language, words: said } = reference;
  return html`<li id="${path}"><p><a class="field" href="#${path}"><code>${name}</code></a>
<span class="quiet">${typeOf(field, language)}</span>${required ? html` <em>${said.required}</em>` : html``}${
    since ? html` <small class="since">${said.since} ${since}</small>` : html``
  }</p>
${reference.html(description)}${valuesOf(field, language)}${
  limits.length > 0
    ? html`<p class="quiet">${separated(
        limits.map((limit) => html`${limit}`),
        ' · ',
      )}</p>`
    : html``
}${insideOf(field, reference)}</li>
`;
}

/** The name of an object leads to its page. */
function typeOf({ type, object }: Field, language: Language): Html {
  if (object === undefined) return html`${type}`;
  const [before, after] = type.split(object) as [string, string];
  return html`${before}<a href="${objectPath(language, object)}">${object}</a>${after}`;
}

function valuesOf({ values, example }: Field, language: Language): Html {
  const { oneOf, exampleIs } = words[language];
  if (values.length > 0)
    return html`<p class="quiet">${oneOf} ${separated(values.map((value) => html`<code>${value}</code>`))}</p>`;
  if (example === undefined || typeof example === 'object') return html``;
  return html`<p class="quiet">${exampleIs} <code>${JSON.stringify(example)}</code></p>`;
}

function insideOf({ object, name, inside }: Field, reference: Reference): Html {
  if (inside.length === 0) return html``;
  return html`<details><summary>${prose(`${reference.words.more} \`${object ?? name}\``)}</summary>
${fieldGroups(inside, reference)}</details>`;
}
