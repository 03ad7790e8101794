/** Line feeds and tabs are shown as they are. Everything else that a reader can't see, or that turns text around, isn't. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const INVISIBLE =
  /[\x00-\x08\x0B-\x1F\x7F-\x9F\xAD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/** Text from outside, with control characters and bidi overrides written out: ⟨U+202E⟩. */
export const visibleText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(
      INVISIBLE,
      (character) => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );

/** JSON with line breaks; text that isn't JSON as it is. Numbers are written as JavaScript reads them. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
