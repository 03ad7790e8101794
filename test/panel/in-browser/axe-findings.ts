import type axe from 'axe-core';

/**
 * Runs axe, which the page has to have, with all of its rules or only some. Each finding is a line: the rule, the element, and
 * what is wrong with it.
 */
export async function axeFindings(rules: readonly string[] | undefined): Promise<string[]> {
  const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await loaded.run(document, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: [...rules] }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}: ${failureSummary.replaceAll(/\s+/g, ' ')}`),
  );
}
