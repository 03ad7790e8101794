import { ApiProblem } from './errors.ts';

export const etagOf = (version: number): string => `"${version}"`;

/** RFC 9110, 13.1.1: a list of entity tags or `*`, compared strongly, so that a weak tag never matches. */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes(etagOf(version))) return;
  throw new ApiProblem(
    'version_mismatch',
    `If-Match is ${ifMatch}; the present version is ${etagOf(version)}.`,
    {
      errors: [{ header: 'If-Match', code: 'version_mismatch', detail: 'is not the present version' }],
    },
  );
}
