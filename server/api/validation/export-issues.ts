import { columnNamesOf, type OperationId } from '../../base/contract.ts';
import type { ValidationIssue } from '../../base/problems/api-problem.ts';

interface Form {
  readonly format?: string | undefined;
  readonly dialect?: string | undefined;
  readonly fields?: readonly string[] | undefined;
}

/** Columns that the export doesn't have or that are asked for twice, and a dialect of CSV for what is none. */
export function exportIssues(exported: OperationId, query: Form): ValidationIssue[] {
  const known = columnNamesOf(exported);
  const { fields = [] } = query;
  return [
    ...[...new Set(fields)]
      .filter((name) => !known.includes(name))
      .map((name) => issue('fields', 'enum', `has no column '${name}'; there are ${known.join(', ')}`)),
    ...[...new Set(fields.filter((name, at) => fields.indexOf(name) !== at))].map((name) =>
      issue('fields', 'unique_items', `has the column '${name}' more than once`),
    ),
    ...dialectIssues(query, 'ndjson'),
  ];
}

export const dialectIssues = ({ format, dialect }: Form, other: string): ValidationIssue[] =>
  dialect === 'excel-br' && format === other
    ? [issue('dialect', 'const', `must be rfc4180 with format=${other}: only CSV has dialects`)]
    : [];

const issue = (parameter: string, code: ValidationIssue['code'], detail: string): ValidationIssue => ({
  parameter,
  code,
  detail,
});
