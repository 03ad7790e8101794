// Names and descriptions come from a tenant's staff. In a terminal a control character moves the cursor or forges a line,
// and a direction mark, which is a format character (Cf), reverses what is read (CVE-2021-42574).
const UNPRINTABLE = /[\p{Cc}\p{Cf}]+/gu;

/** A text on one line that shows what it holds. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, ' ');

/** The same for JSON, which stays JSON of the same value. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNPRINTABLE, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
