import type { Locale } from '../kit/language/locale.ts';
import { problemWords } from './problem-words.ts';
import { isProblemCode } from './status-group.ts';

/** What is wrong at a place, for the codes that occur most. The others are shown as they are. */
const PORTUGUESE_ISSUES: Readonly<Record<string, string>> = {
  required: 'faltou',
  additional_properties: 'campo desconhecido',
  type: 'tipo errado',
  enum: 'valor não permitido',
  format: 'formato inválido',
  pattern: 'formato inválido',
  min_length: 'curto demais',
  max_length: 'longo demais',
  minimum: 'abaixo do mínimo',
  maximum: 'acima do máximo',
  min_items: 'itens de menos',
  max_items: 'itens demais',
  text: 'caracteres não aceitos',
  not_found: 'não existe',
  already_exists: 'já existe',
  multiple_of: 'casas decimais demais',
  unique_items: 'itens repetidos',
  min_properties: 'falta pelo menos um campo',
  repeated: 'repete outro item da lista',
  validity: 'o fim não vem depois do início',
  percentage: 'só vale, e é obrigatório, numa tabela por percentual',
  discount: 'informe um desconto ou uma promoção, e não os dois',
  encoding: 'não está em UTF-8 codificado na URL',
  precision: 'dígitos demais para um número',
  repeated_member: 'está mais de uma vez no objeto',
  postal_code: 'CEP de outro estado',
  city_code: 'município de outro estado ou país',
  access_key: 'não é o da chave de acesso',
  initial_only: 'só vale para um produto novo',
};
const ENGLISH_ISSUES: Readonly<Record<string, string>> = {
  required: 'missing',
  additional_properties: 'unknown field',
  type: 'wrong type',
  enum: 'value not allowed',
  format: 'invalid format',
  pattern: 'invalid format',
  min_length: 'too short',
  max_length: 'too long',
  minimum: 'below the minimum',
  maximum: 'above the maximum',
  min_items: 'too few items',
  max_items: 'too many items',
  text: 'characters not accepted',
  not_found: "doesn't exist",
  already_exists: 'already exists',
  multiple_of: 'too many decimal places',
  unique_items: 'repeated items',
  min_properties: 'at least one field is missing',
  repeated: 'repeats another item of the list',
  validity: "the end isn't after the start",
  percentage: 'only for a table by percentage, and required there',
  discount: 'give a discount or a promotion, not both',
  encoding: 'is not percent-encoded UTF-8',
  precision: 'too many digits for a number',
  repeated_member: 'more than once in its object',
  postal_code: "another state's CEP",
  city_code: 'a city of another state or country',
  access_key: "isn't that of the access key",
  initial_only: 'only for a new product',
};
const ISSUES = { pt: PORTUGUESE_ISSUES, en: ENGLISH_ISSUES } as const;

/** Undefined for a code without words. Some issues carry the code of a problem, whose title says it. */
export function issueWords(locale: Locale, code: string): string | undefined {
  const known = ISSUES[locale][code];
  if (known !== undefined) return known;
  return isProblemCode(code) ? lowerFirst(problemWords(locale, code).title) : undefined;
}

/** Not all of it: CPF and CNPJ stay as they are. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
