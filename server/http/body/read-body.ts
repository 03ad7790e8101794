import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Operation } from '../../base/contract.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { FoundIssues } from '../../base/problems/reading-issues.ts';
import { requestContext } from '../request-context.ts';
import { findParseLosses, findUnstorableText } from './body-issues.ts';
import { requireJsonWithinLimits } from './json-limits.ts';
import { jsonMistake } from './json-mistake.ts';

/** What a product with texts of maximum length needs. */
export const MAX_BODY_BYTES = 100_000;
const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/** What an operation says of its body. */
type BodyRules = Partial<Pick<Operation, 'maxBodyBytes' | 'hasRows'>>;

/**
 * Reads and parses a JSON body. Validation always sees the same Content-Type: the validator caches a compiled schema
 * for each spelling it meets and never evicts one, so 800 spellings took 600 MB.
 */
export function readBody(
  { maxBodyBytes = MAX_BODY_BYTES, hasRows = false }: BodyRules = {},
  beforeParsing: readonly RequestHandler[] = [],
): RequestHandler[] {
  return [requireJson, readBytes(maxBodyBytes), ...beforeParsing, parseBody(maxBodyBytes, hasRows)];
}

/**
 * For a write without a body: waits until one that is sent anyway has ended. Otherwise a request that turns out to be malformed, or
 * never ends, would have been carried out.
 */
export const skipBody: RequestHandler = (req, _res, next) => {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = req.headers;
  if (encoding === undefined && Number(length) === 0) return next();
  return bodyEnd(req, () => req.resume()).then(() => next());
};

const requireJson: RequestHandler = (req, _res, next) => {
  const type = req.headers['content-type'] ?? '';
  if (!JSON_TYPE.test(type)) throw unsupported('Content-Type', type || 'missing', 'application/json');
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw unsupported('Content-Encoding', encoding, 'no Content-Encoding');
  req.headers['content-type'] = 'application/json';
  next();
};

function unsupported(header: string, found: string, expected: string): ApiProblem {
  const errors = [{ header, code: 'unsupported_media_type', detail: `must be ${expected}` }] as const;
  return new ApiProblem('unsupported_media_type', `The ${header} is ${found}; send ${expected}.`, { errors });
}

/**
 * Stops reading at the limit. Express's own parser refuses a body that is too large only after all of it has arrived,
 * and an error thrown in its `verify` ended the process.
 */
export const readBytes =
  (maxBytes: number): RequestHandler =>
  async (req, res, next) => {
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    requestContext(res).rawBody = await collectBytes(req, maxBytes);
    next();
  };

async function collectBytes(req: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  await bodyEnd(req, (reject) =>
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else reject(tooLarge(maxBytes));
    }),
  );
  return Buffer.concat(chunks);
}

/** Starts to read, and resolves when the whole body has arrived. */
function bodyEnd(req: Request, read: (reject: (problem: ApiProblem) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    read(reject);
    req.once('end', resolve);
    onBodyFailure(req, reject);
    // The client is gone and won't see this; it only ends the wait for the body.
    req.once('close', () => {
      if (!req.readableEnded) reject(new ApiProblem('malformed_body', 'The body ended early.'));
    });
  });
}

const tooLarge = (maxBytes: number) =>
  new ApiProblem('payload_too_large', `The body has more than ${maxBytes} bytes.`);

const parseBody =
  (maxBytes: number, hasRows: boolean): RequestHandler =>
  (req, res, next) => {
    const raw = requestContext(res).rawBody!;
    if (!isUtf8(raw)) throw new ApiProblem('malformed_body', "The body isn't UTF-8.");
    const members = requireJsonWithinLimits(raw, maxBytes);
    const json = withoutByteOrderMark(raw.toString());
    req.body = parseJson(json);
    const found = new FoundIssues(hasRows);
    findParseLosses(raw, json, req.body, members, found);
    findUnstorableText(json, req.body, found);
    found.note(req.body);
    next();
  };

/** RFC 8259, 8.1: a parser may ignore it. .NET and PowerShell write one by default. */
const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text === '') throw new ApiProblem('malformed_body', 'The body is empty.');
    const mistake = jsonMistake(text);
    throw new ApiProblem('malformed_body', `The body isn't valid JSON${mistake ? `: ${mistake}` : ''}.`);
  }
}

const EVENT = 'bodyFailed';
const failures = new WeakMap<IncomingMessage, ApiProblem>();

/** Reports that the rest of a body won't arrive, since the parser found an error or time ran out. */
export function failBody(req: IncomingMessage, problem: ApiProblem): void {
  failures.set(req, problem);
  req.emit(EVENT, problem);
}

/** Calls back when the body fails, or at once if it already has. */
function onBodyFailure(req: IncomingMessage, callback: (problem: ApiProblem) => void): void {
  const problem = failures.get(req);
  if (problem) callback(problem);
  else req.once(EVENT, callback);
}
