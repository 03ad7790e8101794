import { ApiProblem, type Fault, invalidRequest, MAX_FAULTS } from '../errors.ts';

/** Far more than any body of the contract has, and far less than what ends a recursive walk. */
const MAX_DEPTH = 20;

/** Throws a 400 when a JSON value is nested too deep, or has text in it that cannot be kept, and says where. */
export function textFaults(body: unknown): void {
  const faults: Fault[] = [];
  // A list of what is still to be seen in place of recursion: 20 000 levels would end the stack.
  const rest: { value: unknown; pointer: string; depth: number }[] = [
    { value: body, pointer: '#', depth: 0 },
  ];
  for (let next = rest.pop(); next !== undefined && faults.length < MAX_FAULTS; next = rest.pop()) {
    const { value, pointer, depth } = next;
    if (depth > MAX_DEPTH) throw tooDeep();
    if (typeof value === 'string' && !isText(value)) faults.push(notText(pointer));
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (!isText(name)) faults.push(notText(pointer));
      rest.push({ value: member, pointer: `${pointer}/${escapePointer(name)}`, depth: depth + 1 });
    }
  }
  if (faults.length > 0) throw invalidRequest(faults);
}

/** What PostgreSQL can keep: it refuses U+0000, and unpaired surrogates are not Unicode. */
export const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** RFC 6901, 3 */
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function notText(pointer: string): Fault {
  return { pointer, code: 'text', detail: 'must have no U+0000 and no unpaired surrogate' };
}

function tooDeep(): ApiProblem {
  return new ApiProblem('malformed_body', `The body is nested more than ${MAX_DEPTH} levels deep.`);
}
