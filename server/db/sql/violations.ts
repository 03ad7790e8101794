import { ApiProblem, problemAt } from '../../base/problems/api-problem.ts';
import { isDatabaseError } from '../wire/errors.ts';

/**
 * Constraints that a client can break are named `table__field__unique` and `table__field__fkey`. Those of a shard end in its
 * number, and Citus names them in the message alone, which has no other names of this form.
 */
const CONSTRAINT = /\b(\w+?)__(\w+)__(unique|fkey)(?:_\d+)?\b/;

/** `Key (tenant_id, sku, (CASE …))=(7, CAF-500, 0) already exists.`, in any language: what stands after the tenant. */
const KEY = /^[^=]*=\(\d+, ([\s\S]*)\)[^)]*$/;
/** The value as the constraint compares it, of a customer's tax id `51166846873, 0`; where rows are deleted softly: that this one isn't. */
const NOT_DELETED = /, 0$/;

/** A value that another row has. Its problem doesn't say which row: see existing-rows.ts. */
export class ValueTaken extends ApiProblem {
  readonly table: string;
  readonly field: string;
  /** As the constraint compares it; undefined if PostgreSQL doesn't say. */
  readonly value: string | undefined;

  constructor(
    table: string,
    field: string,
    value: string | undefined,
    row?: { readonly existing_id: number; readonly existing_external_id: string | null },
  ) {
    const noun = table.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('_', ' ');
    const external = row?.existing_external_id;
    const owner = row
      ? `${noun} ${row.existing_id}${external ? ` (external_id ${external})` : ''}`
      : `another ${noun}`;
    const { message, options } = problemAt(
      'already_exists',
      `/${field}`,
      `belongs to ${owner}`,
      `The ${field} belongs to ${owner} already.`,
      row,
    );
    super('already_exists', message, options);
    this.table = table;
    this.field = field;
    this.value = value;
  }
}

/** The problem response for a violated constraint; undefined when the bug is ours. */
export function problemOfViolation(error: unknown): ApiProblem | undefined {
  const { constraint, message = '', detail = '' } = isDatabaseError(error) ? error : {};
  const [, table, field, kind] = CONSTRAINT.exec(constraint ?? message) ?? [];
  if (kind === 'unique') {
    const key = KEY.exec(detail)?.[1];
    return new ValueTaken(table!, field!, table === 'orders' ? key : key?.replace(NOT_DELETED, ''));
  }
  if (kind === 'fkey')
    return problemAt(
      'invalid_reference',
      `/${field}`,
      'does not exist',
      `There is nothing with this ${field}.`,
    );
  return undefined;
}
