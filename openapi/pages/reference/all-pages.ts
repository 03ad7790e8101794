import type { Document } from '../../document.ts';
import { Contract } from '../contract/contract.ts';
import type { Sources } from '../guides/chapters.ts';
import { LANGUAGES, type Language, WORDS } from '../layout/languages.ts';
import { indexPath, objectPath, operationPath } from '../layout/paths.ts';
import { referenceScript, tryOutScript } from '../layout/scripts.ts';
import { referenceIndex } from './index-page.ts';
import { objectMarkdown, operationMarkdown } from './markdown.ts';
import { objectPage } from './object-page.ts';
import { operationPage } from './operation-page.ts';
import { Reference, type ReferenceSources } from './reference.ts';
import { tryOutDocuments } from './try-out.ts';

/** Every page of the reference by its path, the list of them for programs that read text, and what Swagger UI needs. */
export function referencePages(
  document: Document,
  sources: ReferenceSources & { readonly guides: Sources },
): Record<string, string> {
  const contract = new Contract(document);
  const references = LANGUAGES.map((language) => new Reference(language, document, contract, sources));
  return Object.fromEntries([
    ...references.flatMap((reference) => pagesOf(reference, reference.language)),
    ...Object.entries(tryOutDocuments(document)),
    ...LANGUAGES.flatMap((language) => guidesOf(language, sources.guides)),
    ['/docs/llms.txt', llmsText(references[0]!)],
    ['/docs/reference.js', referenceScript],
    ['/docs/try-out.js', tryOutScript],
  ]);
}

function pagesOf(reference: Reference, language: Language): (readonly [path: string, text: string])[] {
  const objects = reference.objects();
  return [
    [indexPath(language), referenceIndex(reference, objects)],
    ...objects.flatMap((each) => {
      const path = objectPath(language, each.name);
      return [
        [path, objectPage(each, reference)] as const,
        [`${path}.md`, objectMarkdown(each, reference)] as const,
      ];
    }),
    ...reference.contract.operations.flatMap((operation) => {
      const [path, view] = [operationPath(language, operation.operationId), reference.operation(operation)];
      return [
        [path, operationPage(view, reference)] as const,
        [`${path}.md`, operationMarkdown(view, reference)] as const,
      ];
    }),
  ];
}

/** The guides as they were written, which is Markdown. Their links lead to each other's. */
const guidesOf = (language: Language, guides: Sources) =>
  Object.entries(guides[language]!).map(
    ([slug, text]) => [`${WORDS[language].guidesPath}/${slug}.md`, text] as const,
  );

/** https://llmstxt.org */
function llmsText(reference: Reference): string {
  const { contract, language } = reference;
  const operations = contract.operations.map(
    ({ operationId, summary, method, path }) =>
      `- [${summary}](${operationPath(language, operationId)}.md): ${method.toUpperCase()} ${path}`,
  );
  const guides = contract.chapters.map((slug) => `- [${slug}](/docs/guides/${slug}.md)`);
  const objects = reference.objects().map(({ name }) => `- [${name}](${objectPath(language, name)}.md)`);
  return `# Tradepost API

> The public REST API of a multi-tenant sales platform: products, categories, customers, orders, price tables, promotions,
> coupons, stock and events. The whole contract is /openapi.json.

## Guides

${guides.join('\n')}

## Operations

${operations.join('\n')}

## Objects

${objects.join('\n')}

## Optional

- [Problems](/docs/problems): each error code and what to do
- [Webhooks](/docs/webhooks): each event and when it fires
- [How to](/docs/workflows): whole workflows, request by request
`;
}
