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

/** Of the terms those that belong to one person: an e-mail address, or as many digits as a tax id or a phone has. Names are words, too. */
const isOnesOwn = (term: string): boolean => term.includes('@') || term.replaceAll(/\D/g, '').length >= 11;

/** An Idempotency-Key with one of these names the person. Others must stay, or a repeated request would be carried out again. */
export const namesPerson = (key: string, terms: readonly string[]): boolean =>
  hasTerm(key, terms.filter(isOnesOwn));

/** What of a problem may be a value of the person, or quote one. */
const QUOTING: readonly string[] = ['detail', 'existing_external_id'];

/** Without what problems quote that has one of the terms. */
export function withoutQuotes(value: unknown, terms: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutQuotes(element, terms));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const quotes = QUOTING.includes(name) && typeof member === 'string' && hasTerm(member, terms);
      return [name, quotes ? ERASED : withoutQuotes(member, terms)];
    }),
  );
}
