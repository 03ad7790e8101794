import { guides as readGuides } from '../../openapi/guides.ts';

type Chapters = Readonly<Record<string, string>>;

/** The Markdown of the guides. */
export const guides = readGuides() as Readonly<Record<'en' | 'pt', Chapters>>;

const CODE_BLOCK = /^```(\w*)\n(.*?)^```$/gms;

/** The code blocks, each with its language. */
export const codeBlocks = (markdown: string): { language: string; code: string }[] =>
  [...markdown.matchAll(CODE_BLOCK)].map(([, language, code]) => ({ language: language!, code: code! }));

/** What is between the code blocks. */
export const proseOf = (markdown: string): string => markdown.replaceAll(CODE_BLOCK, '');
