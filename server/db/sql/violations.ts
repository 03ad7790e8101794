import { type ApiProblem, problemAt } from '../../base/problems/api-problem.ts';
import { isDatabaseError } from '../wire/errors.ts';

/**
 * Constraints that a client can break are named `table__field__unique` and `table__field__fkey`. Those of a shard end in its
 * number.
 */
const CONSTRAINT = /^\w+?__(\w+)__(unique|fkey)(?:_\d+)?$/;

/** The problem response for a violated constraint; undefined when the bug is ours. */
export function problemOfViolation(error: unknown): ApiProblem | undefined {
  const [, field, kind] = CONSTRAINT.exec(constraintOf(error)) ?? [];
  if (kind === 'unique')
    return problemAt(
      'already_exists',
      `/${field}`,
      'is taken by another row',
      `Another row has this ${field} already.`,
    );
  if (kind === 'fkey')
    return problemAt(
      'invalid_reference',
      `/${field}`,
      'does not exist',
      `There is nothing with this ${field}.`,
    );
  return undefined;
}

function constraintOf(error: unknown): string {
  return isDatabaseError(error) ? (error.constraint ?? '') : '';
}
