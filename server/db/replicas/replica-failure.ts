import { ApiProblem } from '../../base/problems/api-problem.ts';
import { isDenied } from '../connect/missing-rights.ts';
import { isDatabaseUnavailable } from '../pool/unavailable.ts';

/** The replica was found to be away while it was being read. */
export class ReplicaLostError extends Error {
  override readonly name = 'ReplicaLostError';
}

/** The replay of a change ended the read. The replica itself is well. */
const CONFLICT = '40001';
/** The statement took too long, or somebody ended it. On the primary it would take as long. */
const CANCELED = '57014';
const CONFLICT_WORDS = /conflict with recovery/;

/**
 * What a failed read says. `repeat`: the primary can serve it. `lost`: it can, and the replica can't serve others either. Undefined:
 * the error would be the primary's too.
 */
export function outcomeOf(error: unknown): 'repeat' | 'lost' | undefined {
  // A row may exist and not be there yet.
  if (error instanceof ApiProblem) return error.code === 'not_found' ? 'repeat' : undefined;
  if (error instanceof ReplicaLostError) return 'repeat';
  const { code, message } = error as { code?: string; message: string };
  if (code === CONFLICT || (code === CANCELED && CONFLICT_WORDS.test(message))) return 'repeat';
  // The rights are replicated, too.
  if (code === CANCELED || isDenied(error)) return undefined;
  return isDatabaseUnavailable(error) ? 'lost' : undefined;
}
