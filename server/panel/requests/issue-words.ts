import { problems } from '../../contract.ts';
import type { ProblemCode } from '../../errors.ts';
import type { Locale } from '../language/locale.ts';
import { problemWords } from './problem-words.ts';

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
};
const ISSUES = { pt: PORTUGUESE_ISSUES, en: ENGLISH_ISSUES } as const;

/** Falls back to the code of a problem, which some issues carry, and then to the code itself. */
export function issueWords(locale: Locale, code: string): string {
  const known = ISSUES[locale][code];
  if (known !== undefined) return known;
  return code in problems ? problemWords(locale, code as ProblemCode).title.toLowerCase() : code;
}
