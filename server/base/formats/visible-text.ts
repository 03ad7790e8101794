/** What people type or paste around a code without noticing: blanks, no-break spaces among them. */
const AROUND = /^[ \t-\r\u00a0]+|[ \t-\r\u00a0]+$/g;
/** U+2800 is a blank pattern of Braille, and U+FFF9 to U+FFFB mark annotations. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]|(?! )\p{Zs}/u;
/** What joins, colours and ends an emoji shows in it: U+FE0F, U+200D between two of them, and the tags of a flag. */
const EMOJI =
  /[#*0-9]\ufe0f\u20e3|\p{Extended_Pictographic}[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)*/gu;

/** Without blanks around it. A text of blanks only stays, so that it's refused as blank. */
export const trimmed = (text: string): string => text.replaceAll(AROUND, '') || text;

/** Says which invisible character a text has; undefined if it has none. */
export function invisibleIssue(text: string): string | undefined {
  const [character] = INVISIBLE.exec(text) ?? [];
  if (character === undefined) return undefined;
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `must have no invisible characters, and has U+${code}`;
}

/** In a name, emoji may be joined. */
export const nameIssue = (text: string): string | undefined =>
  INVISIBLE.test(text) ? invisibleIssue(text.replaceAll(EMOJI, '')) : undefined;
