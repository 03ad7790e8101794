import type { IssueCode, ProblemCode } from '../../base/problems/api-problem.ts';
import { dictionary, type Locale } from '../kit/index.ts';
import { problemWords } from './problem-words.ts';
import { isProblemCode } from './status-group.ts';

type Word = readonly [portuguese: string, english: string];
type Words = Readonly<Record<Exclude<IssueCode, ProblemCode>, Word> & Partial<Record<ProblemCode, Word>>>;

/** What is wrong at a place. */
const words = {
  required: ['faltou', 'missing'],
  additional_properties: ['campo desconhecido', 'unknown field'],
  type: ['tipo errado', 'wrong type'],
  enum: ['valor não permitido', 'value not allowed'],
  format: ['formato inválido', 'invalid format'],
  pattern: ['formato inválido', 'invalid format'],
  min_length: ['curto demais', 'too short'],
  max_length: ['longo demais', 'too long'],
  minimum: ['abaixo do mínimo', 'below the minimum'],
  maximum: ['acima do máximo', 'above the maximum'],
  min_items: ['itens de menos', 'too few items'],
  max_items: ['itens demais', 'too many items'],
  text: ['caracteres não aceitos', 'characters not accepted'],
  not_found: ['não existe', "doesn't exist"],
  already_exists: ['já existe', 'already exists'],
  unknown_parameter: ['parâmetro desconhecido', 'unknown parameter'],
  one_of: ['alternativas demais ou de menos', 'too many or too few of the alternatives'],
  const: ['não é o valor esperado', "isn't the expected value"],
  exclusive_minimum: ['abaixo do mínimo', 'below the minimum'],
  max_properties: ['campos demais', 'too many fields'],
  unique_items: ['itens repetidos', 'repeated items'],
  min_properties: ['falta pelo menos um campo', 'at least one field is missing'],
  repeated: ['repete outro item da lista', 'repeats another item of the list'],
  validity: ['o fim não vem depois do início', "the end isn't after the start"],
  kind: ['o tipo da tabela não permite', "the table's kind doesn't allow it"],
  percentage: [
    'só vale, e é obrigatório, numa tabela por percentual',
    'only for a table by percentage, and required there',
  ],
  discount: [
    'informe um desconto ou uma promoção, e não os dois',
    'give a discount or a promotion, not both',
  ],
  encoding: ['não está em UTF-8 codificado na URL', 'is not percent-encoded UTF-8'],
  precision: ['dígitos demais para um número', 'too many digits for a number'],
  repeated_member: ['está mais de uma vez no objeto', 'more than once in its object'],
  postal_code: ['CEP de outro estado', "another state's CEP"],
  city_code: ['município de outro estado ou país', 'a city of another state or country'],
  access_key: ['não é o da chave de acesso', "isn't that of the access key"],
  initial_only: ['só vale para um produto novo', 'only for a new product'],
} as const satisfies Words;
const issues = dictionary(words);

/** Undefined for a code of an earlier version. Some issues carry the code of a problem, whose title says it. */
export function issueWords(locale: Locale, code: string): string | undefined {
  const known = (issues[locale] as Readonly<Record<string, string>>)[code];
  if (known !== undefined) return known;
  return isProblemCode(code) ? lowerFirst(problemWords(locale, code).title) : undefined;
}

/** Not all of it: CPF and CNPJ stay as they are. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
