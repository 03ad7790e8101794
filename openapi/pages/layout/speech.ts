import type { Language } from './languages.ts';

/** A language, and how the contract's texts are said in it. */
export interface Speech {
  readonly language: Language;
  readonly text: (english: string) => string;
}
