/**
 * A text on one line that shows what it holds. An answer's text reaches a terminal or a log by way of a message: there a
 * control character moves the cursor or forges a line, and a direction mark reverses what is read (CVE-2021-42574). Both
 * are in Unicode's category C, with what no terminal can show.
 */
export const printable = (text: string): string => text.replace(/\p{C}+/gu, ' ');
