import { ApiProblem } from './problems/api-problem.ts';

/** What an ETag identifies. */
export interface Representation {
  readonly version: number;
  /** Raised when the shape of the resource's documents changes; see docs/decisions/document-revision.md. */
  readonly documentRevision: number;
  /** What is shown along with the document, for example a product's stock. */
  readonly part?: string | undefined;
}

/** `"3"` is version 3, `"3.2"` the same in the document's second revision, `"3.2-120/8"` with a stock of 120 and 8. */
export function etagOf({ version, documentRevision, part }: Representation): string {
  const revision = documentRevision === 1 ? '' : `.${documentRevision}`;
  return `"${version}${revision}${part === undefined ? '' : `-${part}`}"`;
}

const versionTag = (version: number): string => `"${version}"`;
const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** For a write only the version counts: it's refused if the row has changed, not if only its representation has. */
const versionTagIn = (tag: string): string => tag.replace(/^"(\d+)(?:\.\d+)?(?:-[^"]*)?"$/, '"$1"');

/**
 * The headers of a conditional write. Nothing has a Last-Modified, so If-Modified-Since and If-Unmodified-Since are
 * ignored (RFC 9110, 13.1.3 and 13.1.4). api/validation/raw-parameters.ts has refused malformed values.
 */
export interface Preconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** Throws 412 unless the row's version meets the client's conditions. */
export function requireVersion({ ifMatch, ifNoneMatch }: Preconditions, version: number): void {
  const current = `the current version is ${versionTag(version)}`;
  if (!matches(ifMatch, version)) {
    const weak = /(?:^|,)\s*W\//.test(ifMatch ?? '') ? ' A weak tag (W/"…") never matches.' : '';
    const detail = `If-Match is ${ifMatch}; ${current}.${weak}`;
    throw mismatch({ header: 'If-Match', detail, issue: 'is not the current version', version });
  }
  if (noneMatches(ifNoneMatch, version)) {
    const detail = `If-None-Match is ${ifNoneMatch}; ${current}.`;
    throw mismatch({ header: 'If-None-Match', detail, issue: 'is the current version', version });
  }
}

/** Throws 412 if the client expects a version, but there is no row. */
export function requireNoVersion({ ifMatch }: Preconditions, noun: string): void {
  if (ifMatch === undefined) return;
  const detail = `If-Match was sent, but there is no ${noun} with this external_id.`;
  throw mismatch({ header: 'If-Match', detail, issue: 'there is no current version' });
}

/** RFC 9110, 13.1.1: a list of entity tags or `*`. The comparison is strong, so a weak tag never matches. */
function matches(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return tagsOf(ifMatch).map(versionTagIn).includes(versionTag(version));
}

/** RFC 9110, 13.1.2: the comparison is weak. */
function noneMatches(ifNoneMatch: string | undefined, version: number): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return tagsOf(ifNoneMatch).some((tag) => versionTagIn(withoutWeakness(tag)) === versionTag(version));
}

interface Mismatch {
  readonly header: 'If-Match' | 'If-None-Match';
  readonly detail: string;
  readonly issue: string;
  /** The current version, if there is one. */
  readonly version?: number;
}

function mismatch({ header, detail, issue, version }: Mismatch): ApiProblem {
  return new ApiProblem('version_mismatch', detail, {
    errors: [{ header, code: 'version_mismatch', detail: issue }],
    members: version === undefined ? {} : { version },
  });
}

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, '');

/** Whether the client already has this representation. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || tagsOf(ifNoneMatch).map(withoutWeakness).includes(etag);
}
