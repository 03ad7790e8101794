import type { NoFields, Schemas } from '../../../base/contract.ts';
import { monthOfAccessKeyMs, numbersInAccessKey } from '../../../base/formats/nfe-key.ts';
import { invalidRequest, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import { LATEST_AHEAD_MS, pastTime } from './past-time.ts';

type Input = NonNullable<Schemas['FiscalDocumentInput']>;

/** The fiscal document of a request, as the order shows it. Number and series default to those of the access key. */
export function toFiscalDocument(
  input: Schemas['FiscalDocumentInput'] | undefined,
  nowMs: number,
): Schemas['FiscalDocument'] {
  if (input == null) return null;
  const { access_key = null, number = null, series = null, issued_at, url = null, ...unread } = input;
  unread satisfies NoFields;
  if (access_key !== null) requirePastMonth(access_key, nowMs);
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

/** The format of a key doesn't know what time it is. */
function requirePastMonth(key: string, nowMs: number): void {
  const monthMs = monthOfAccessKeyMs(key);
  if (monthMs <= nowMs + LATEST_AHEAD_MS) return;
  const detail = `has the month ${new Date(monthMs).toISOString().slice(0, 7)} (characters 3 to 6), which is in the future`;
  throw invalidRequest([{ pointer: '#/fiscal_document/access_key', code: 'maximum', detail }]);
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
