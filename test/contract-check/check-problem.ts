import { isDeepStrictEqual } from 'node:util';
import { contract, methodsOf, type Operation, problems, scopesOf } from './contract.ts';

export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  request_id: string;
  required_scopes?: string[];
  granted_scopes?: string[];
}

/** Codes that some operations list as their own. Any operation can return the others. */
const listed = new Set(
  Object.values(contract.paths)
    .flatMap(methodsOf)
    .flatMap(({ operation }) => operation['x-problem-codes'] ?? []),
);

/** What schemas can't express: a problem has to match its code, its response and the operation. */
export function checkProblem(
  problem: Problem,
  { status, headers }: { status: number; headers: Headers },
  operation?: Operation,
): string[] {
  const known = problems[problem.code];
  return [
    ...differs('status', problem.status, status),
    ...differs('status', problem.status, known?.status),
    ...differs('title', problem.title, known?.title),
    ...differs('type', problem.type, `/docs/problems/${problem.code}`),
    ...differs('request_id', problem.request_id, headers.get('X-Request-Id')),
    ...checkScopes(problem, operation),
    ...checkWait(problem, headers),
    ...checkListed(problem, operation),
  ];
}

function checkScopes(problem: Problem, operation?: Operation): string[] {
  if (problem.code !== 'insufficient_scope') return [];
  return [
    ...checkRequired(problem.required_scopes, operation ? scopesOf(operation) : []),
    ...(problem.granted_scopes ? [] : ['problem has no granted_scopes']),
  ];
}

/** The feed declares no scope and filters by the key's scopes. If it refuses a key, it still has to name a scope. */
function checkRequired(found: string[] | undefined, declared: string[]): string[] {
  if (declared.length > 0) return differs('required_scopes', found, declared);
  return found && found.length > 0 ? [] : ['problem names no required_scopes'];
}

function checkListed({ code }: Problem, operation?: Operation): string[] {
  if (!operation || !listed.has(code) || operation['x-problem-codes']?.includes(code)) return [];
  return [`problem: ${operation.operationId} doesn't list ${code} in x-problem-codes`];
}

/** 409 declares Retry-After for all of its codes, but only this code requires it. */
function checkWait(problem: Problem, headers: Headers): string[] {
  const waits = problem.code === 'idempotency_in_progress' && !headers.has('Retry-After');
  return waits ? ['header Retry-After is missing'] : [];
}

function differs(what: string, found: unknown, wanted: unknown): string[] {
  if (isDeepStrictEqual(found, wanted)) return [];
  return [`problem: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
}
