import { cnpj, cpf } from 'cpf-cnpj-validator';
import type { ValidationIssue } from '../problems/api-problem.ts';
import { DECIMAL_ISSUE, isDecimal } from './masks.ts';
import { trimmed, withPlainBlanks } from './visible-text.ts';

export type TaxIdType = 'cpf' | 'cnpj' | 'foreign';

const CPF = /^\d{11}$/;
/** Since July 2026 the first 12 characters of a CNPJ may be letters (Instrução Normativa RFB 2.229/2024). */
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;

/** What people write before it: `CNPJ: 12.345.678/0001-95`, `CNPJ/MF nº …`. */
const PREFIX = /^(?:CPF|CNPJ)(?:MF)?(?:[NRO]|[^\dA-Z])*(?=\d{11}$|[0-9A-Z]{12}\d{2}$)/;

/** The library ignores masks and other characters. A stored tax id has none, so its form is checked first. */
export const isCpf = (text: string): boolean => CPF.test(text) && cpf.isValid(text);
export const isCnpj = (text: string): boolean => CNPJ.test(text) && cnpj.isValid(text);

/** Without the mask and in capitals. */
export const withoutMask = (text: string): string => {
  const bare = text.replaceAll(/[\s./\p{Dash}]/gu, '').toUpperCase();
  // A CNPJ may begin with these letters.
  return isCnpj(bare) ? bare : bare.replace(PREFIX, '');
};

/** The form in which tax ids and state registrations are stored and searched. A decimal number stays one, and is none. */
export const bareId = (text: string): string => (isDecimal(text) ? trimmed(text) : withoutMask(text));

/** What a customer's tax id may be that is looked up: as it was sent, for a foreign one, or without its mask. */
export const taxIdForms = (text: string): readonly string[] => [
  ...new Set([withPlainBlanks(text), bareId(text)]),
];

/** A row that may have a tax id. */
export interface TaxIdHolder {
  readonly tax_id: string | null;
  readonly tax_id_type: string | null;
}

/**
 * Those of some rows that a tax id means, in whatever way it's written: those with this CPF or CNPJ, or if there is none, those with
 * exactly this foreign one.
 */
export function meantByTaxId<Row extends TaxIdHolder>(text: string, rows: readonly Row[]): readonly Row[] {
  const [asSent, bare] = [withPlainBlanks(text), bareId(text)];
  const brazilian = rows.filter((row) => row.tax_id_type !== 'foreign' && row.tax_id === bare);
  if (brazilian.length > 0) return brazilian;
  return rows.filter((row) => row.tax_id_type === 'foreign' && row.tax_id === asSent);
}

/** A foreign tax id only loses the spaces around it: its punctuation may be part of it. */
const normalizedText = (text: string, type: TaxIdType): string =>
  type === 'foreign' ? withPlainBlanks(text) : bareId(text);

/** What forms have for a foreigner without one. */
const NONE = /^(?:[^\p{L}\p{N}]+|isent[oa])$/iu;
const isNone = (text: string, kind: TaxIdType): boolean => kind === 'foreign' && NONE.test(trimmed(text));

interface TaxIdFields {
  readonly type?: string;
  readonly tax_id?: string | null;
  readonly tax_id_type?: string | null;
}

/** The tax id in its stored form. `tax_id_type` defaults by the customer's type. */
export function normalizeTaxId({ type, tax_id, tax_id_type }: TaxIdFields): {
  tax_id: string | null;
  tax_id_type: TaxIdType | null;
} {
  const kind = kindOf({ type, tax_id_type });
  if (tax_id == null || isNone(tax_id, kind)) return { tax_id: null, tax_id_type: null };
  return { tax_id: normalizedText(tax_id, kind), tax_id_type: kind };
}

/** What else a tax id of Brazil may be. */
const OTHER: Readonly<Partial<Record<TaxIdType, { readonly kind: TaxIdType; readonly type: string }>>> = {
  cpf: { kind: 'cnpj', type: 'company' },
  cnpj: { kind: 'cpf', type: 'person' },
};

const IS_VALID = { cpf: isCpf, cnpj: isCnpj, foreign: (id: string) => id !== '' };

/** A tax id that isn't valid. Without the customer's type it may be of a person or of a company. */
export function taxIdIssues(fields: TaxIdFields, pointer = '#/tax_id'): ValidationIssue[] {
  const { type, tax_id, tax_id_type } = fields;
  // The type of the tax id was sent, but isn't one.
  if (tax_id == null || ('tax_id_type' in fields && tax_id_type === undefined)) return [];
  if (isNone(tax_id, kindOf(fields))) return [];
  const kinds = type === undefined && tax_id_type == null ? (['cpf', 'cnpj'] as const) : [kindOf(fields)];
  if (kinds.some((kind) => IS_VALID[kind](normalizedText(tax_id, kind)))) return [];
  const [kind] = kinds;
  const other = kinds.length > 1 ? undefined : OTHER[kind];
  const detail =
    other && IS_VALID[other.kind](withoutMask(tax_id))
      ? `is a ${other.kind.toUpperCase()}, not a ${kind.toUpperCase()}: send the type ${other.type}, or the tax_id_type ${other.kind}`
      : `is not a valid ${kinds.join(' or ')}${mistakeIn(tax_id, kinds)}`;
  return [{ pointer, code: 'invalid_tax_id', detail }];
}

const LENGTHS = { cpf: 11, cnpj: 14 };
/** The library refuses these, though their check digits are right. */
const MADE_UP = /^(?:12345678909|(\d)\1{10}|0{14})$/;

/** The two mistakes of people who type a CPF or a CNPJ, in words; empty for another. */
function mistakeIn(text: string, kinds: readonly TaxIdType[]): string {
  const brazilian = kinds.filter((kind) => kind !== 'foreign');
  if (brazilian.length > 0 && isDecimal(text)) return `: it ${DECIMAL_ISSUE}`;
  const bare = withoutMask(text).replace(/^(?:CPF|CNPJ)\D*/, '');
  if (brazilian.some((kind) => IS_VALID[kind](bare.replaceAll('O', '0'))))
    return ': it has the letter O where a 0 would be valid';
  if (brazilian[0] === 'cpf' && brazilian.length === 1 && bare.length === LENGTHS.cpf && /\D/.test(bare))
    return ': it has something else than digits';
  if (brazilian.length > 0 && MADE_UP.test(bare))
    return ': its check digits fit, but it is made up, as 123.456.789-09 is and what has one digit only';
  const lengths = brazilian.map((kind) => LENGTHS[kind]);
  if (lengths.length === 0 || lengths.includes(bare.length)) return '';
  return `: it has ${bare.length} ${/\D/.test(bare) ? 'characters' : 'digits'}, not ${lengths.join(' or ')}`;
}

const kindOf = ({ type, tax_id_type }: TaxIdFields): TaxIdType =>
  (tax_id_type ?? (type === 'company' ? 'cnpj' : 'cpf')) as TaxIdType;
