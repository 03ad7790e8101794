import { cnpj, cpf } from 'cpf-cnpj-validator';
import { problemAt } from '../problems/api-problem.ts';

export type TaxIdType = 'cpf' | 'cnpj' | 'foreign';

const CPF = /^\d{11}$/;
/** Since July 2026 the first 12 characters of a CNPJ may be letters (Instrução Normativa RFB 2.229/2024). */
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;

/** The library ignores masks and other characters. A stored tax id has none, so its form is checked first. */
export const isCpf = (text: string): boolean => CPF.test(text) && cpf.isValid(text);
export const isCnpj = (text: string): boolean => CNPJ.test(text) && cnpj.isValid(text);

/** Without the mask and in capitals: the form in which tax ids and state registrations are stored and searched. */
export const withoutMask = (text: string): string => text.replaceAll(/[\s./-]/g, '').toUpperCase();

/** A foreign tax id only loses the spaces around it: its punctuation may be part of it. */
const normalizedText = (text: string, type: TaxIdType): string =>
  type === 'foreign' ? text.trim() : withoutMask(text);

interface TaxIdFields {
  readonly type?: string;
  readonly tax_id?: string | null;
  readonly tax_id_type?: string | null;
}

/** The tax id in its stored form, or a 422 that names the field. `tax_id_type` defaults by the customer's type. */
export function normalizeTaxId({ type, tax_id, tax_id_type }: TaxIdFields): {
  tax_id: string | null;
  tax_id_type: TaxIdType | null;
} {
  if (tax_id == null) return { tax_id: null, tax_id_type: null };
  const kind = (tax_id_type ?? (type === 'company' ? 'cnpj' : 'cpf')) as TaxIdType;
  const text = normalizedText(tax_id, kind);
  const valid = { cpf: isCpf, cnpj: isCnpj, foreign: (id: string) => id !== '' }[kind](text);
  if (!valid)
    throw problemAt(
      'invalid_tax_id',
      '/tax_id',
      `is not a valid ${kind}`,
      `The tax_id is not a valid ${kind}.`,
    );
  return { tax_id: text, tax_id_type: kind };
}
