import type { Request } from 'express';
import type { Operation } from '../../base/contract.ts';
import type { ValidationIssue } from '../../base/problems/api-problem.ts';

const CONDITIONAL_METHODS = ['put', 'patch', 'delete'];
const HEADERS = ['If-Match', 'If-None-Match'];
/** `*`, or a list of entity tags (RFC 9110, 8.8.3 and 13.1). A list may have empty elements (RFC 9110, 5.6.1.2). */
const ENTITY_TAGS = /^(?:\*|[\t ,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[\t ]*(?:,[\t ,]*|$))+)$/;

/**
 * Malformed If-Match and If-None-Match headers of a write, which are a 400 (RFC 9110, 15.5.1). Comparing them would
 * be worse than refusing: a malformed tag matches nothing, so with If-None-Match the write would overwrite what the
 * client meant to protect. On a GET it would only cost a 304, and is ignored.
 */
export function entityTagIssues({ method }: Operation, req: Request): ValidationIssue[] {
  if (!CONDITIONAL_METHODS.includes(method)) return [];
  return HEADERS.filter((header) => isMalformed(req.get(header))).map((header) => ({
    header,
    code: 'format',
    detail: 'must be * or a list of entity tags in double quotes, such as "3-120/8"',
  }));
}

/** An empty header is refused by the contract's minLength. */
const isMalformed = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && !ENTITY_TAGS.test(value.trim());
