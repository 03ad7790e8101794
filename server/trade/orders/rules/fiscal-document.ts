import type { NoFields, Schemas } from '../../../base/contract.ts';
import { monthOfAccessKeyMs, numbersInAccessKey } from '../../../base/formats/nfe-key.ts';
import type { ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Sound } from '../../../base/problems/sound-body.ts';
import { futureIssues, LATEST_AHEAD_MS, pastTime, pastTimeIssues } from './past-time.ts';

type Input = Schemas['FiscalDocumentInput'];

/** The fiscal document of a request, as the order shows it. Number and series are those of the access key, in its one form of them. */
export function toFiscalDocument(input: Input | undefined): Schemas['FiscalDocument'] {
  if (input == null) return null;
  const { access_key = null, number = null, series = null, issued_at, url = null, ...unread } = input;
  unread satisfies NoFields;
  const inKey = access_key === null ? null : numbersInAccessKey(access_key);
  const document = {
    access_key,
    number: inKey?.number ?? number,
    series: inKey?.series ?? series,
    issued_at: pastTime(issued_at),
    url,
  };
  return Object.values(document).every((value) => value === null) ? null : document;
}

/** `isRecord` is for an order that was made elsewhere. It may be older than NF-e and those who record them. */
export function fiscalDocumentIssues(
  input: Sound<Input> | undefined,
  nowMs: number,
  isRecord = false,
): ValidationIssue[] {
  const { access_key, issued_at } = input ?? {};
  const timeIssues = isRecord && access_key == null ? futureIssues : pastTimeIssues;
  return [
    ...(access_key == null ? [] : [...monthIssues(access_key, nowMs), ...numberIssues(input!, access_key)]),
    ...timeIssues(issued_at, '#/fiscal_document/issued_at', nowMs),
  ];
}

/** The format of a key doesn't know what time it is. */
function monthIssues(key: string, nowMs: number): ValidationIssue[] {
  const monthMs = monthOfAccessKeyMs(key);
  if (monthMs <= nowMs + LATEST_AHEAD_MS) return [];
  const detail = `has the month ${new Date(monthMs).toISOString().slice(0, 7)} (characters 3 to 6), which is in the future`;
  return [{ pointer: '#/fiscal_document/access_key', code: 'maximum', detail }];
}

/** A number or series other than the access key's: one of them belongs to another document. */
function numberIssues(input: NonNullable<Sound<Input>>, key: string): ValidationIssue[] {
  const inKey = numbersInAccessKey(key);
  if (inKey === null) return [];
  return (['number', 'series'] as const).flatMap((field): ValidationIssue[] => {
    const sent = input[field];
    if (sent == null || sent.replace(/^0+(?=.)/, '') === inKey[field]) return [];
    const detail = `the access key has the ${field} ${inKey[field]}`;
    return [{ pointer: `#/fiscal_document/${field}`, code: 'access_key', detail }];
  });
}
