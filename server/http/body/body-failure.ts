import type { IncomingMessage } from 'node:http';
import type { ApiProblem } from '../../base/problems/api-problem.ts';

const EVENT = 'bodyFailed';
const failures = new WeakMap<IncomingMessage, ApiProblem>();

/** Reports that the rest of a body won't arrive, since the parser found an error or time ran out. */
export function failBody(req: IncomingMessage, problem: ApiProblem): void {
  failures.set(req, problem);
  req.emit(EVENT, problem);
}

/** Calls back when the body fails, or at once if it already has. */
export function onBodyFailure(req: IncomingMessage, callback: (problem: ApiProblem) => void): void {
  const problem = failures.get(req);
  if (problem) callback(problem);
  else req.once(EVENT, callback);
}
