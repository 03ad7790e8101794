import { MAX_VALIDATION_ISSUES, type ValidationIssue } from '../../errors.ts';

/** What express-openapi-validator says of one fault: `/body/items/0/quantity`, `maximum.openapi.validation`. */
export interface ValidatorError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

const HEADER_NAMES: Readonly<Record<string, string>> = {
  'if-match': 'If-Match',
  'if-none-match': 'If-None-Match',
  'idempotency-key': 'Idempotency-Key',
};

export function toValidationIssues(found: readonly ValidatorError[]): ValidationIssue[] {
  const issues = new Map<string, ValidationIssue>();
  for (const error of found) {
    const code = codeOf(error);
    const key = `${error.path} ${code}`;
    if (issues.size < MAX_VALIDATION_ISSUES && !issues.has(key))
      issues.set(key, { ...locationOf(error.path), code, detail: error.message });
  }
  return [...issues.values()];
}

function locationOf(path: string): Pick<ValidationIssue, 'pointer' | 'parameter' | 'header'> {
  const [, part, ...rest] = path.split('/');
  const name = rest.join('/');
  if (part === 'body') return { pointer: name ? `#/${name}` : '#' };
  if (part === 'headers') return { header: HEADER_NAMES[name] ?? name };
  return { parameter: name || part || path };
}

/** The keyword of JSON Schema in snake_case. A field that is unknown has one code, whichever keyword refused it. */
function codeOf({ errorCode = 'invalid' }: ValidatorError): string {
  const keyword = errorCode.split('.')[0]!;
  if (keyword === 'unevaluatedProperties') return 'additional_properties';
  return keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
