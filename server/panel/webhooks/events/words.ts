import { dictionary } from '../../language/dictionary.ts';

export const words = dictionary({
  pt: {
    all: 'Todos os eventos',
    allHint: 'Os de hoje: um evento que passar a existir depois não entra sozinho.',
    example: (kind: string) => `Exemplo de ${kind}`,
  },
  en: {
    all: 'All events',
    allHint: "Today's: an event that we add later isn't included by itself.",
    example: (kind: string) => `Example of ${kind}`,
  },
});
