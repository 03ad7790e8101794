import type { NoFields, Schemas } from '../contract.ts';
import { invalidRequest, type ValidationIssue } from '../errors.ts';
import { numbersInAccessKey } from './access-key.ts';
import { pastTime } from './past-time.ts';

type Input = NonNullable<Schemas['FiscalDocumentInput']>;

/** The fiscal document of a request, as the order shows it. Number and series default to those of the access key. */
export function toFiscalDocument(
  input: Schemas['FiscalDocumentInput'] | undefined,
  nowMs: number,
): Schemas['FiscalDocument'] {
  if (input == null) return null;
  const { access_key = null, number = null, series = null, issued_at, url = null, ...unread } = input;
  unread satisfies NoFields;
  const inKey = access_key === null ? null : numbersInAccessKey(access_key);
  if (inKey) requireNumbers(input, inKey);
  return {
    access_key,
    number: number ?? inKey?.number ?? null,
    series: series ?? inKey?.series ?? null,
    issued_at: pastTime(issued_at ?? undefined, '#/fiscal_document/issued_at', nowMs),
    url,
  };
}

/** Refuses a number or series other than the access key's: one of them belongs to another document. */
function requireNumbers(input: Input, inKey: { number: string; series: string }): void {
  const issues = (['number', 'series'] as const).flatMap((field): ValidationIssue[] => {
    const sent = input[field];
    if (sent == null || sent.replace(/^0+(?=.)/, '') === inKey[field]) return [];
    const detail = `the access key has the ${field} ${inKey[field]}`;
    return [{ pointer: `#/fiscal_document/${field}`, code: 'access_key', detail }];
  });
  if (issues.length > 0) throw invalidRequest(issues);
}
