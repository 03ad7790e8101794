import { printable } from './printable.ts';

/** The result of a command. --json prints it as JSON; otherwise it's printed as lines. */
export type CommandResult = Readonly<Record<string, string | number | readonly string[] | null>>;
/** The result of a command that lists something, one row each. */
export type CommandRows = readonly CommandResult[];

type Value = CommandResult[string];

const textOf = (value: Value): string => (Array.isArray(value) ? value.join(', ') : String(value));

export const isRows = (report: CommandResult | CommandRows): report is CommandRows => Array.isArray(report);

/** `name: value` on lines of their own. */
export const linesOf = (report: CommandResult): string =>
  Object.entries(report)
    .map(([name, value]) => printable(`${name}: ${textOf(value)}`))
    .join('\n');

/** Aligned columns under their names. Empty values show as -. */
export function tableOf(rows: CommandRows): string {
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
  const text = Array.isArray(value) ? value.join(',') : value;
  return text === null || text === '' ? '-' : printable(String(text));
}
