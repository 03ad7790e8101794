import { readGenerated } from '../../server/base/contract.ts';

type Chapters = Readonly<Record<string, string>>;

/** The Markdown of the guides. */
export const guides = JSON.parse(readGenerated('guides.json')) as Readonly<Record<'en' | 'pt', Chapters>>;

const CODE_BLOCK = /^```(\w*)\n(.*?)^```$/gms;

/** The code blocks, each with its language. */
export const codeBlocks = (markdown: string): { language: string; code: string }[] =>
  [...markdown.matchAll(CODE_BLOCK)].map(([, language, code]) => ({ language: language!, code: code! }));

/** What is between the code blocks. */
export const proseOf = (markdown: string): string => markdown.replaceAll(CODE_BLOCK, '');
