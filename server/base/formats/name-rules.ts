/** The contract's limit for a category's name. */
export const MAX_NAME_CHARACTERS = 100;
/** The contract's limit for a text in metadata. */
export const MAX_DESCRIPTION_CHARACTERS = 500;
/** Includes line breaks. Such characters can overwrite what a terminal or log shows. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

export type LabelIssue = 'empty' | 'too_long' | 'control_character';

/** What's wrong with the name of a tenant or a key. The contract promises that it isn't empty; one that nobody sees is. */
export const nameIssue = (text: string): LabelIssue | undefined =>
  VISIBLE.test(text) ? labelIssue(text, MAX_NAME_CHARACTERS) : 'empty';

/** What's wrong with a description. It may be empty. */
export const descriptionIssue = (text: string): LabelIssue | undefined =>
  labelIssue(text, MAX_DESCRIPTION_CHARACTERS);

/** Characters are code points, as PostgreSQL and the contract count them. */
export const countCharacters = (text: string): number => [...text].length;

function labelIssue(text: string, max: number): LabelIssue | undefined {
  if (countCharacters(text) > max) return 'too_long';
  return CONTROL.test(text) ? 'control_character' : undefined;
}
