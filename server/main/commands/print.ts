import type { Output } from './new-program.ts';

/** The result of a command. --json prints it as JSON; otherwise it's printed as lines. */
export type CommandResult = Readonly<Record<string, Value>>;
type Value = string | number | boolean | readonly string[] | Readonly<Record<string, unknown>> | null;
/** The result of a command that lists something, one row each. */
export type CommandRows = readonly CommandResult[];

// Names and descriptions come from a tenant's staff. In a terminal, a control character can move the cursor or forge a line,
// and a direction mark, which is a format character (Cf), can reverse the text (CVE-2021-42574).
const UNPRINTABLE = /[\p{Cc}\p{Cf}]+/gu;

/** Text on one line, without characters that hide or forge something. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, ' ');

/** JSON with these characters escaped. Its value stays the same. */
const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNPRINTABLE, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

export function print(stdout: Output, report: CommandResult | CommandRows, json: boolean | undefined): void {
  const text = json ? printableJson(report) : isRows(report) ? tableOf(report) : linesOf(report);
  stdout.write(`${text}\n`);
}

const isRows = (report: CommandResult | CommandRows): report is CommandRows => Array.isArray(report);

/** `name: value` on lines of their own. */
const linesOf = (report: CommandResult): string =>
  Object.entries(report)
    .map(([name, value]) => printable(`${name}: ${Array.isArray(value) ? value.join(', ') : textOf(value)}`))
    .join('\n');

/** Aligned columns under their names. Empty values show as -. */
function tableOf(rows: CommandRows): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return 'none';
  const cells = rows.map((row) => names.map((name) => cellOf(row[name] ?? null)));
  const widths = names.map((name, n) => Math.max(name.length, ...cells.map((row) => row[n]!.length)));
  return [names, ...cells]
    .map((row) =>
      row
        .map((cell, n) => cell.padEnd(widths[n]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellOf(value: Value): string {
  const text = Array.isArray(value) ? value.join(',') : textOf(value);
  return text === null || text === '' ? '-' : printable(String(text));
}

const textOf = (value: Value) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
