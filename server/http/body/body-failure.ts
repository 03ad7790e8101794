import type { IncomingMessage } from 'node:http';
import type { ApiProblem } from '../../errors.ts';

const EVENT = 'bodyFailed';
const failures = new WeakMap<IncomingMessage, ApiProblem>();

/** Tells whoever reads a body that the rest of it will not come, and why: the parser found a fault, or time is up. */
export function failBody(req: IncomingMessage, problem: ApiProblem): void {
  failures.set(req, problem);
  req.emit(EVENT, problem);
}

/** Calls back when the body has failed or will fail. */
export function onBodyFailure(req: IncomingMessage, failed: (problem: ApiProblem) => void): void {
  const problem = failures.get(req);
  if (problem) failed(problem);
  else req.once(EVENT, failed);
}
