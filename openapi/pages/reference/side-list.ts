import type { Operation } from '../../operations.ts';
import { type Html, html } from '../layout/html.ts';
import { operationPath } from '../layout/paths.ts';
import type { Reference } from './reference.ts';

/** The operations by tag, in the contract's order. */
export function byTag(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const tags = new Map<string, Operation[]>();
  for (const operation of operations) {
    const [tag] = operation.tags as readonly [string];
    tags.set(tag, [...(tags.get(tag) ?? []), operation]);
  }
  return tags;
}

/** All operations, at the side of each page; open is the tag of the page's own. */
export function sideList(reference: Reference, current?: Operation): Html {
  const { contract, language, words } = reference;
  const parts = [...byTag(contract.operations)].map(([tag, operations]) => {
    const open = current && tag === current.tags[0] ? html` open` : html``;
    const items = operations.map(({ operationId, summary }) => {
      const here = operationId === current?.operationId ? html` aria-current="page"` : html``;
      return html`<li><a href="${operationPath(language, operationId)}"${here}>${reference.text(summary)}</a></li>
`;
    });
    return html`<details${open}><summary>${reference.text(tag)}</summary><ul>
${items}</ul></details>
`;
  });
  return html`<nav class="chapters" aria-label="${words.title}">
${parts}</nav>`;
}
