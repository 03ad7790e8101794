import type { Document } from '../../openapi/document.ts';
import { Contract } from '../../openapi/pages/contract/contract.ts';
import { type ArazzoDocument, inOrder } from '../../openapi/pages/workflows/documents.ts';
import { generated } from '../../server/api/docs/pages.ts';
import { readGenerated } from '../../server/base/contract.ts';

/** The contract as the pages of /docs show it. */
export const pagesContract = new Contract(JSON.parse(readGenerated('openapi.json')) as Document);

const ARAZZO = /^\/docs\/workflows\/([a-z-]+)\.arazzo\.json$/;

/** The workflows by name, in the order in which they are listed. */
export const workflows = inOrder(
  Object.fromEntries(
    Object.entries(generated.pages).flatMap(([path, text]) => {
      const [, name] = ARAZZO.exec(path) ?? [];
      return name === undefined ? [] : [[name, JSON.parse(text) as ArazzoDocument]];
    }),
  ),
);
