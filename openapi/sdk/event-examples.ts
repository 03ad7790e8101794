import type { Document } from '../document.ts';

/** The contract's example of each event, for `npx @tradepost/sdk trigger`. */
export function eventExamples(document: Document): string {
  const examples = Object.entries(document.webhooks).map(([type, { post }]) => {
    const [example] = Object.values(post.requestBody.content['application/json']!.examples!);
    return [type, example!.value];
  });
  return `${JSON.stringify(Object.fromEntries(examples))}\n`;
}
