import type { Schemas } from '../../../base/contract.ts';
import { ERASED } from './erased-json.ts';

/** Shorter ones are found in texts about anything. */
const MIN_LENGTH = 5;

const maskedCpf = (id: string) => id.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
const maskedCnpj = (id: string) => id.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5');

/** By what else than an id a text can name the customer, in each form in which it may be written. */
export function personalTerms(customer: Schemas['Customer']): readonly string[] {
  const { name, trade_name, email, phone, external_id, tax_id, tax_id_type } = customer;
  const masked = tax_id && (tax_id_type === 'cnpj' ? maskedCnpj(tax_id) : maskedCpf(tax_id));
  const texts = [name, trade_name, email, phone, phone?.replace(/^\+(55)?/, ''), external_id, tax_id, masked];
  const long = texts.filter(
    (text) => text != null && text !== ERASED && text.length >= MIN_LENGTH,
  ) as string[];
  const escaped = long.map((text) => JSON.stringify(text).slice(1, -1));
  return [...new Set([...long, ...escaped].flatMap((text) => [text, text.toLowerCase()]))];
}

export const hasTerm = (text: string, terms: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return terms.some((term) => text.includes(term) || lower.includes(term));
};

/** The value without the texts that have one of the terms. */
export function withoutTerms(value: unknown, terms: readonly string[]): unknown {
  if (typeof value === 'string') return hasTerm(value, terms) ? ERASED : value;
  if (Array.isArray(value)) return value.map((element) => withoutTerms(element, terms));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutTerms(member, terms)]),
  );
}
