/**
 * Text for comparing: lower case and without accents, so `Paginação` is found by `paginacao`. Each character stays one
 * character, so that a place in the result is the same place in the text.
 */
export const fold = (text: string): string => text.replaceAll(/[^a-z0-9 ]/g, foldCharacter);

function foldCharacter(character: string): string {
  const plain = character.normalize('NFD')[0]!.toLowerCase();
  return plain.length === 1 ? plain : character;
}
