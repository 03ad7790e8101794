// Everything that a reader can't see, or that turns text around, but line feeds and tabs: control and format characters. Bidi overrides,
// joiners and zero-width spaces are of the second kind.
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Letters that are written from the right, and characters that turn text around. */
const TURNING = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
/** With one of its own, a text could end the isolation; what else it begins ends with that. */
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * A name, a description or a URL within other text, which it neither turns around nor reorders. Elements of their own are isolated by
 * the stylesheet.
 */
export const isolated = (text: string): string =>
  TURNING.test(text) ? `\u2068${text.replaceAll(ISOLATES, '')}\u2069` : text;

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
