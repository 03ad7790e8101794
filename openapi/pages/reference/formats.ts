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

/** The same for the contract's patterns, which are for programs. */
export const PATTERNS: Readonly<Record<string, InWords>> = {
  '\\S': { en: 'not blank', pt: 'não em branco' },
  '^[a-z0-9]+(-[a-z0-9]+)*$': {
    en: 'lower-case letters and digits, with single hyphens between them',
    pt: 'letras minúsculas e dígitos, com hífens simples entre eles',
  },
  '^[\\t-\\r ]*[A-Za-z0-9_.-]+[\\t-\\r ]*$': {
    en: 'letters without accents, digits, “_”, “.” and “-”',
    pt: 'letras sem acento, dígitos, “_”, “.” e “-”',
  },
  '^[A-Za-z0-9_.-]{1,40}$': {
    en: 'names of 1 to 40 letters without accents, digits, “_”, “.” and “-”',
    pt: 'nomes de 1 a 40 letras sem acento, dígitos, “_”, “.” e “-”',
  },
  '^[0-9]{1,15}$': { en: '1 to 15 digits', pt: '1 a 15 dígitos' },
  '^[0-9A-Za-z]{1,5}$': {
    en: '1 to 5 digits or letters without accents',
    pt: '1 a 5 dígitos ou letras sem acento',
  },
  '^[0-9A-Za-z]{0,5}$': {
    en: 'at most 5 digits or letters without accents',
    pt: 'no máximo 5 dígitos ou letras sem acento',
  },
  '^[0-9]{4}-[0-9]{2}$': { en: 'a month, such as 2026-02', pt: 'um mês, como 2026-02' },
  '^2': { en: 'from 2000 on', pt: 'a partir de 2000' },
  '^[\\x21-\\x7e]+$': {
    en: 'visible ASCII characters, no blanks',
    pt: 'caracteres ASCII visíveis, sem espaços',
  },
  '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+){1,2})$': {
    en: 'the IANA name of a time zone, such as America/Sao_Paulo, or UTC',
    pt: 'o nome IANA de um fuso, como America/Sao_Paulo, ou UTC',
  },
  '^[0-9]+$': { en: 'digits', pt: 'dígitos' },
  '^sha256=[0-9a-f]{64}$': {
    en: 'sha256= and 64 hexadecimal digits',
    pt: 'sha256= e 64 dígitos hexadecimais',
  },
  '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$': {
    en: 'v1, and a signature in Base64, or two of them with a blank between',
    pt: 'v1, e uma assinatura em Base64, ou duas com um espaço entre elas',
  },
  '^/docs/problems/[a-z_]+$': { en: 'such as /docs/problems/not_found', pt: 'como /docs/problems/not_found' },
  '^attachment; filename="[a-z0-9-]+-\\d{8}T\\d{6}Z\\.(csv|ndjson)"$': {
    en: 'attachment and a file name with the moment of the export',
    pt: 'attachment e um nome de arquivo com o momento da exportação',
  },
};
