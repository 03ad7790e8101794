import { ApiProblem } from './errors.ts';

/**
 * The tag of a version. `part` tells what a representation shows beside the version, a product's stock for instance: it
 * makes another representation, but no other version to change.
 */
export const etagOf = (version: number, part?: string): string =>
  `"${version}${part === undefined ? '' : `-${part}`}"`;

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** `"3-120/8"` is version 3. */
const versionIn = (tag: string): string => tag.replace(/^"(\d+)-[^"]*"$/, '"$1"');

/** RFC 9110, 13.1.1: a list of entity tags or `*`, compared strongly, so that a weak tag never matches. */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (tagsOf(ifMatch).map(versionIn).includes(etagOf(version))) return;
  const detail = `If-Match is ${ifMatch}; the present version is ${etagOf(version)}.`;
  throw new ApiProblem('version_mismatch', detail, {
    errors: [{ header: 'If-Match', code: 'version_mismatch', detail: 'is not the present version' }],
  });
}

/** RFC 9110, 13.1.2: compared weakly. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || tagsOf(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
}
