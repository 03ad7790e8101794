/** What people type or paste around a code without noticing. The lookbehind keeps long runs of blanks linear. */
const AROUND = /^[\t-\r\p{Zs}]+|(?<![\t-\r\p{Zs}])[\t-\r\p{Zs}]+$/gu;
/** Blanks within a line: the no-break spaces of spreadsheets and web pages (U+00A0, U+202F, U+2007), and tabs. */
const BLANK = /[\t\p{Zs}]/gu;
/** U+2800 is a blank pattern of Braille, and U+FFF9 to U+FFFB mark annotations. */
const INVISIBLE =
  /[\ufffd\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]|(?! )\p{Zs}/u;
/** Programs write U+FFFD for what they can't read. XML, and so an NF-e, has none of the others: what is read with a wrong encoding has. */
const LOST = /[\ufffd-\uffff]|(?![\t-\r])\p{Cc}/u;
const LOST_CHARACTER = '\ufffd';
/** How much of the text the issue quotes, so that people find the place. */
const QUOTED = 12;
/** What joins, colours and ends an emoji shows in it: U+FE0F, U+200D between two of them, and the tags of a flag. */
const EMOJI =
  /[#*0-9]\ufe0f\u20e3|\p{Extended_Pictographic}[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)*/gu;

/** Without blanks around it: empty if it has nothing else. */
export const trimmed = (text: string): string => text.replaceAll(AROUND, '');

/** Whether a text is empty, or has nothing but blanks. */
export const isBlank = (text: string): boolean => /^[\t-\r\p{Zs}]*$/u.test(text);

/** A text that is kept as it's sent, but for one that says nothing. */
export const emptyIfBlank = (text: string): string => (isBlank(text) ? '' : text);

/** With plain spaces for its blanks, and without those around it. */
export const withPlainBlanks = (text: string): string => trimmed(text.replaceAll(BLANK, ' '));

/** Says which invisible character a text has; undefined if it has none. */
export const invisibleIssue = (text: string): string | undefined => characterIssue(INVISIBLE, text);

/** Says where a text of several lines lost a character. Joiners and other marks of a script stay: people read them. */
export const lostIssue = (text: string): string | undefined => characterIssue(LOST, text);

/** `searched` is the text with other characters in place of those that may be invisible. */
function characterIssue(refused: RegExp, text: string, searched = text): string | undefined {
  const { 0: character, index } = refused.exec(searched) ?? { 0: undefined };
  if (character === undefined) return undefined;
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const before = [...text.slice(0, index)].slice(-QUOTED).join('');
  const place = `U+${code}, ${before ? `after '${before}'` : 'at its beginning'}`;
  return character === LOST_CHARACTER
    ? `has ${place}, where a character was lost: read the file in its own encoding, UTF-8 or Windows-1252`
    : `has an invisible character, ${place}`;
}

/** Of a text in which blanks are none of what is wrong. */
export const invisibleIn = (text: string): string | undefined => invisibleIssue(withPlainBlanks(text));

/** What is said of a text that names nothing: what people don't see may be why. */
export function namesNothing(detail: string, text: unknown): string {
  const invisible = typeof text === 'string' && invisibleIssue(text);
  return invisible ? `${detail}, which ${invisible}` : detail;
}

/** In a name, emoji may be joined. */
export const nameIssue = (text: string): string | undefined =>
  INVISIBLE.test(text)
    ? characterIssue(
        INVISIBLE,
        text,
        text.replaceAll(EMOJI, (emoji) => 'x'.repeat(emoji.length)),
      )
    : undefined;
