import { MAX_VALIDATION_ISSUES, type ValidationIssue } from '../errors.ts';

/** What express-openapi-validator says of one fault: `/body/items/0/quantity`, `maximum.openapi.validation`. */
export interface ValidatorFault {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

const HEADER_NAMES: Readonly<Record<string, string>> = {
  'if-match': 'If-Match',
  'if-none-match': 'If-None-Match',
  'idempotency-key': 'Idempotency-Key',
};

export function toFaults(found: readonly ValidatorFault[]): ValidationIssue[] {
  const faults = new Map<string, ValidationIssue>();
  for (const fault of found) {
    const code = codeOf(fault);
    const key = `${fault.path} ${code}`;
    if (faults.size < MAX_VALIDATION_ISSUES && !faults.has(key))
      faults.set(key, { ...placeOf(fault.path), code, detail: fault.message });
  }
  return [...faults.values()];
}

function placeOf(path: string): Pick<ValidationIssue, 'pointer' | 'parameter' | 'header'> {
  const [, part, ...rest] = path.split('/');
  const name = rest.join('/');
  if (part === 'body') return { pointer: name ? `#/${name}` : '#' };
  if (part === 'headers') return { header: HEADER_NAMES[name] ?? name };
  return { parameter: name || part || path };
}

/** The keyword of JSON Schema in snake_case. A field that is unknown has one code, whichever keyword refused it. */
function codeOf({ errorCode = 'invalid' }: ValidatorFault): string {
  const keyword = errorCode.split('.')[0]!;
  if (keyword === 'unevaluatedProperties') return 'additional_properties';
  return keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
