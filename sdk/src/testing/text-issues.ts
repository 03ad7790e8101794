import { type Issue, isStorableText, STORABLE_TEXT } from './service-rules.js';

/** PostgreSQL can't store all text that JSON can have. Rows are refused one by one. */
export const textIssues = (body: unknown, { hasRows }: { hasRows: boolean }): Issue[] =>
  typeof body === 'string' ? [] : issuesIn(body, '#', hasRows ? /^#\/items\/\d+$/ : undefined);

/** An issue of a member's name has the place of its object. */
function issuesIn(value: unknown, pointer: string, others: RegExp | undefined): Issue[] {
  if (others?.test(pointer)) return [];
  if (typeof value === 'string')
    return isStorableText(value) ? [] : [{ pointer, code: 'text', detail: STORABLE_TEXT }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...issuesIn(Array.isArray(value) ? '' : name, pointer, undefined),
    ...issuesIn(member, `${pointer}/${tokenOf(name)}`, others),
  ]);
}

const tokenOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
