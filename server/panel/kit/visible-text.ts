/** Line feeds and tabs are shown as they are. Everything else that a reader can't see, or that turns text around, isn't. */
// Control and format characters: bidi overrides, joiners and zero-width spaces are of the second kind.
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text from outside, with control characters and bidi overrides written out: ⟨U+202E⟩. */
export const visibleText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(
      INVISIBLE,
      (character) => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
