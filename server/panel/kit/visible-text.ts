/** Line feeds and tabs are shown as they are. Everything else that a reader can't see, or that turns text around, isn't. */
// Control and format characters: bidi overrides, joiners and zero-width spaces are of the second kind.
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A name, a description or a URL within other text, which it neither turns around nor reorders. Elements of their own are isolated by
 * the stylesheet.
 */
export function isolated(text: string): string {
  const visible = text.search(INVISIBLE) === -1 ? text : visibleText(text);
  const isPlain = visible === text && !RIGHT_TO_LEFT.test(text);
  return isPlain ? text : `${FIRST_STRONG_ISOLATE}${visible}${POP_ISOLATE}`;
}

/** Names that tell a thing, one after the other: Pedido 5010 · ERP. */
export const joined = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.flatMap((part) => (part ? [isolated(part)] : [])).join(' · ');

/** Text from outside, with control characters and bidi overrides written out: ⟨U+202E⟩. */
export const visibleText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(
      INVISIBLE,
      (character) => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
