import type { components } from '../../../generated/openapi.ts';

type ProblemBody = components['schemas']['Problem'];
type Issue = components['schemas']['ProblemError'];

/**
 * The maximum for one problem, and for all problems of a batch together, so that a request can't cause a larger
 * response.
 */
export const MAX_PROBLEM_BYTES = 65_536;
/** Nobody reads more than this. */
export const MAX_ISSUES = 100;
/** For a pointer, a name, or a sentence that quotes the request. All other texts are shorter. */
const MAX_TEXT_BYTES = 600;
/** An issue's JSON without its texts: its keys and its code. */
const ISSUE_BYTES = 90;
const ELLIPSIS = '…';

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Fits a problem into `most` bytes of JSON: truncates its texts and drops the issues that don't fit. */
export function fitProblem(problem: ProblemBody, most = MAX_PROBLEM_BYTES): ProblemBody {
  const empty = jsonBytes({ ...problem, detail: '', errors: [] });
  const countBytes = listedOnly(MAX_ISSUES).length;
  const room = Math.floor((most - empty - countBytes - ISSUE_BYTES) / 3);
  const textBytes = Math.max(0, Math.min(MAX_TEXT_BYTES, room));
  const detail = truncate(problem.detail, textBytes);
  let left = most - empty - countBytes - jsonBytes(detail);
  const errors: Issue[] = [];
  for (const issue of problem.errors.slice(0, MAX_ISSUES)) {
    const short = truncateIssue(issue, textBytes);
    left -= jsonBytes(short) + 1;
    if (left < 0) break;
    errors.push(short);
  }
  const isWhole = errors.length === problem.errors.length;
  return { ...problem, detail: isWhole ? detail : detail + listedOnly(errors.length), errors };
}

const listedOnly = (count: number): string => ` Only the first ${count} are listed.`;

function truncateIssue(issue: Issue, most: number): Issue {
  const { pointer, parameter, header, detail } = issue;
  return {
    ...issue,
    ...(pointer !== undefined && { pointer: truncate(pointer, most) }),
    ...(parameter !== undefined && { parameter: truncate(parameter, most) }),
    ...(header !== undefined && { header: truncate(header, most) }),
    detail: truncate(detail, most),
  };
}

/** Truncates text to this many bytes of JSON, between characters, and ends it with an ellipsis. */
function truncate(text: string, most: number): string {
  const start = text.slice(0, most + 1);
  if (jsonBytes(start) - 2 <= most) return text;
  let [end, left] = [0, most - Buffer.byteLength(ELLIPSIS)];
  for (const character of start) {
    left -= jsonBytes(character) - 2;
    if (left < 0) break;
    end += character.length;
  }
  return start.slice(0, end) + ELLIPSIS;
}
