import type { Language } from '../layout/languages.ts';

type InWords = Readonly<Record<Language, string>>;

const trimmed: InWords = {
  en: 'blanks around it are trimmed, no invisible characters',
  pt: 'espaços em volta são removidos, sem caracteres invisíveis',
};
const visible: InWords = { en: 'no invisible characters', pt: 'sem caracteres invisíveis' };
const masked: InWords = { en: 'with or without its mask', pt: 'com ou sem máscara' };

/** What the formats of the contract mean to a reader. The guide "Money, quantities, times and text" has them in full. */
export const FORMATS: Readonly<Record<string, InWords>> = {
  money: { en: 'an amount with at most 2 decimals', pt: 'valor com no máximo 2 casas decimais' },
  price: {
    en: 'a unit price with at most 10 decimals and 15 digits',
    pt: 'preço unitário com no máximo 10 casas decimais e 15 dígitos',
  },
  quantity: { en: 'at most 4 decimals', pt: 'no máximo 4 casas decimais' },
  date: { en: 'a day, such as 2026-02-01', pt: 'um dia, como 2026-02-01' },
  'date-time': {
    en: 'a time with its zone, such as 2026-02-01T09:30:00Z',
    pt: 'um horário com fuso, como 2026-02-01T09:30:00Z',
  },
  uuid: { en: 'a UUID', pt: 'um UUID' },
  uri: { en: 'a URL', pt: 'uma URL' },
  'uri-reference': { en: 'a URL or a path', pt: 'uma URL ou um caminho' },
  email: { en: 'an e-mail address', pt: 'um endereço de e-mail' },
  phone: { en: 'a phone with its area code, as people write it', pt: 'telefone com DDD, como se escreve' },
  country: { en: 'a country by its code or name', pt: 'um país pelo código ou nome' },
  state: { en: 'a state of Brazil', pt: 'um estado do Brasil' },
  'ibge-city-code': { en: 'a city by its IBGE code, 7 digits', pt: 'código IBGE do município, 7 dígitos' },
  gtin: {
    en: '8, 12, 13 or 14 digits with their check digit',
    pt: '8, 12, 13 ou 14 dígitos com o verificador',
  },
  'access-key': { en: '44 digits, with or without blanks', pt: '44 dígitos, com ou sem espaços' },
  'document-number': { en: 'the number of a fiscal document', pt: 'número do documento fiscal' },
  ncm: masked,
  cest: masked,
  'tax-id': masked,
  name: trimmed,
  label: trimmed,
  sku: trimmed,
  'sku-reference': trimmed,
  trimmed,
  reference: trimmed,
  'external-id': visible,
  'external-reference': visible,
  prose: { en: 'any text', pt: 'qualquer texto' },
};
