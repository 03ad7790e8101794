// The rules for the response to a generated request, and for the request's writes.

import { checkProblem, type Problem } from '../../contract-check/check-problem.ts';
import { checkResponse, type ReceivedResponse } from '../../contract-check/check-response.ts';
import { contract } from '../../contract-check/contract.ts';
import { bodyViolations } from '../../contract-check/schema-violations.ts';
import { writeViolations } from './check-writes.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { operationById } from './operations.ts';
import type { WireRequest } from './wire-request.ts';
import type { Write } from './write-log.ts';

/** The largest allowed problem, whatever the request was. */
const MOST_PROBLEM_BYTES = 64_000;
const PROBLEM_TYPE = 'application/problem+json';

export interface Outcome {
  readonly request: FuzzRequest;
  readonly wire: WireRequest;
  /** Undefined if the connection was closed without a response. */
  readonly response: ReceivedResponse | undefined;
  readonly writes: readonly Write[];
}

/** The violations of an outcome; empty if it is correct. */
export function checkOutcome({ request, wire, response, writes }: Outcome): string[] {
  if (response === undefined)
    return [...(request.protocolForm ? [] : ['no response']), ...writeViolations(request, response, writes)];
  if (response.status >= 500) return [`status ${response.status}`];
  return [
    ...formViolations(request, wire, response),
    ...statusViolations(request, response),
    ...rowViolations(request, response),
    ...writeViolations(request, response, writes),
  ];
}

function formViolations(
  request: FuzzRequest,
  { method, target }: WireRequest,
  response: ReceivedResponse,
): string[] {
  const isLong = response.status >= 400 && Buffer.byteLength(response.body) > MOST_PROBLEM_BYTES;
  return [
    ...(isLong ? [`a problem of more than ${MOST_PROBLEM_BYTES} bytes`] : []),
    ...(request.protocolForm
      ? protocolViolations(response)
      : checkResponse(method, contractUrl(target), response)),
  ];
}

/** The URL to look up in the contract. A path that URL parsers would normalize is replaced by an unknown path. */
function contractUrl(target: string): string {
  const base = 'http://localhost';
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
  const isAsGiven = url?.origin === base && url.pathname === target.split(/[?#]/, 1)[0];
  return isAsGiven ? url.href : `${base}/api/v1/-`;
}

/** For requests that may not reach an operation: a refusal is a problem of the contract, with a request id. */
function protocolViolations(response: ReceivedResponse): string[] {
  if (response.status < 400) return [];
  const schema = contract.components.schemas.Problem!;
  const violations = bodyViolations(
    { [PROBLEM_TYPE]: { schema } },
    response.headers.get('Content-Type'),
    response.body,
  );
  if (violations.length > 0) return violations;
  const { required_scopes, ...problem } = JSON.parse(response.body) as Problem;
  return checkProblem(
    problem.code === 'insufficient_scope' ? { ...problem, required_scopes: [] } : problem,
    response,
  ).filter((violation) => !violation.includes('scopes'));
}

/** Statuses that report an invalid request. A valid request must not get them. */
const REFUSED_AS_WRONG = [401, 403, 405, 406, 413, 415];
/** Issue codes of schema keywords. Other codes are for rules between fields, which schemas can't express. */
const SCHEMA_CODES = [
  'type',
  'enum',
  'pattern',
  'format',
  'min_length',
  'max_length',
  'maximum',
  'exclusive_minimum',
  'min_items',
  'max_items',
  'unique_items',
  'min_properties',
  'max_properties',
  'property_names',
  'one_of',
  'any_of',
  'additional_properties',
  'unknown_parameter',
  'encoding',
  'text',
];

function statusViolations(
  { mistakes, anyOutcome }: FuzzRequest,
  { status, body }: ReceivedResponse,
): string[] {
  if (anyOutcome) return [];
  if (mistakes.length > 0) return status < 400 ? [`status ${status}, although the request is invalid`] : [];
  if (REFUSED_AS_WRONG.includes(status)) return [`status ${status}, although the request is valid`];
  if (status !== 400) return [];
  const { code, errors } = JSON.parse(body) as { code: string; errors: { code: string; detail: string }[] };
  const byValue = errors.filter((error) => SCHEMA_CODES.includes(error.code));
  if (code === 'invalid_request' && byValue.length === 0) return [];
  return [`400 ${code} (${byValue.map(({ code: each }) => each).join(', ')}), although the request is valid`];
}

interface RowResult {
  readonly index: number;
  readonly status: number;
}

/** Each invalid row of a batch is refused. The other rows must not be refused as invalid. */
function rowViolations(request: FuzzRequest, { status, body }: ReceivedResponse): string[] {
  if (!operationById.get(request.operationId)!.isBatch || status !== 200) return [];
  const { results } = JSON.parse(body) as { results: RowResult[] };
  return results.flatMap(({ index, status: rowStatus }) => {
    const isWrong = request.wrongRows.includes(index);
    if (rowStatus >= 500) return [`a row has status ${rowStatus}`];
    return isWrong && rowStatus < 400 ? [`a row has status ${rowStatus}, although it is invalid`] : [];
  });
}
