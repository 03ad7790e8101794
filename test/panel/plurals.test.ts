import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

type Words = Readonly<Record<string, unknown>>;
const PANEL = path.resolve(import.meta.dirname, '../../server/panel');
const FILES = readdirSync(PANEL, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);

/** Their number is a constant of ours that is more than one, whatever the word file gets. */
const CONSTANTS = new Set([
  'login/words.ts nextHint',
  'login/words.ts tooShort',
  'login/words.ts tooLong',
  'login/words.ts nameWrong',
  'alerts/words.ts whenFailing',
  'alerts/words.ts whenDue',
  'alerts/words.ts whenLate',
  'alerts/words.ts whenExpiring',
  'alerts/words.ts whenLate',
  'api-keys/words.ts nameTooLong',
  'api-keys/words.ts days',
  'audit/words.ts intro',
  'console/words.ts nameInvalid',
  'console/words.ts operatorsIntro',
  'console/words.ts rateWrong',
  'console/words.ts reasonWrong',
  'console/words.ts viewText',
  'search/words.ts more',
  'team/words.ts tooMany',
  'webhooks/words.ts tooMany',
  'webhooks/words.ts tooLong',
  'webhooks/words.ts header_too_many',
]);

/** That any text has. */
const MOST_VALUES = 9;

/** A 1 and a plural after it: nouns and participles end in s; the verbs are those that follow a number. */
const WRONG = /(?<![\d.,])1 (\p{L}+s|are|were|have|estão|estavam|voltaram|foram|podem|falharam)(?!\p{L})/iu;
/** The same word for one. */
const SINGULAR = /^1 (mais|menos|plus|is|was|has|shows|waits)$/i;

const isDictionary = (value: unknown): value is { pt: Words; en: Words } =>
  typeof value === 'object' && value !== null && 'pt' in value && 'en' in value;

/** Every text with a value in it, with 1 for each value: as a number, and formatted. */
async function textsWithOne(): Promise<[name: string, text: string][]> {
  const found: [string, string][] = [];
  for (const file of FILES) {
    const exports = (await import(path.join(PANEL, file))) as Words;
    for (const dictionary of Object.values(exports).filter(isDictionary))
      for (const words of [dictionary.pt, dictionary.en])
        for (const [key, word] of Object.entries(words))
          if (typeof word === 'function')
            for (const one of [1, '1'])
              found.push([`${file} ${key}`, String(word(...new Array<unknown>(MOST_VALUES).fill(one)))]);
  }
  return found;
}

const hasWrongPlural = (text: string): boolean => {
  const [match] = WRONG.exec(text) ?? [];
  return match !== undefined && !SINGULAR.test(match);
};

describe('the words of the panel', () => {
  it('say one entrega, not one entregas', async () => {
    const texts = await textsWithOne();
    expect(texts.length).toBeGreaterThan(100);
    const wrong = texts.filter(([name, text]) => !CONSTANTS.has(name) && hasWrongPlural(text));
    expect(wrong).toEqual([]);
  });

  it.each([
    '1 entregas',
    'há 1 dias',
    'Concluída: 1 enviadas',
    '0 de 1 postas',
    '1 deliveries are',
    '1 were',
  ])('would not be right as: %s', (text) => {
    expect(hasWrongPlural(text)).toBe(true);
  });

  it.each(['1 entrega', 'e 1 mais', '21 entregas', '1 ou mais', '0.1 segundos', '1 more'])(
    'may be: %s',
    (text) => {
      expect(hasWrongPlural(text)).toBe(false);
    },
  );
});
