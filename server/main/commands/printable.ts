// Names and descriptions come from a tenant's staff. In a terminal, a control character can move the cursor or forge a line,
// and a direction mark, which is a format character (Cf), can reverse the text (CVE-2021-42574).
const UNPRINTABLE = /[\p{Cc}\p{Cf}]+/gu;

/** Text on one line, without characters that hide or forge something. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, ' ');

/** JSON with these characters escaped. Its value stays the same. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNPRINTABLE, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
