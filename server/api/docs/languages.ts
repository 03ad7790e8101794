/** The languages of the guides and of the events. Every other page is in English. */
export type Language = 'en' | 'pt';

interface Words {
  /** For `lang` and `hreflang`. */
  readonly tag: string;
  readonly name: string;
  readonly guidesPath: string;
  readonly webhooksPath: string;
  readonly guides: string;
  readonly guidesLead: string;
  readonly operations: string;
  readonly workflows: string;
  readonly problems: string;
  readonly webhooks: string;
  readonly deprecation: string;
  /** Beside a link to a page that there is in English only. */
  readonly inEnglish: string;
  readonly search: string;
  readonly searchLabel: string;
  readonly results: (count: number, query: string) => string;
  readonly moreResults: (shown: number) => string;
  readonly noResult: (query: string) => string;
  readonly whatIsSearched: string;
  readonly onThisPage: string;
  readonly previous: string;
  readonly next: string;
  readonly kinds: Readonly<Record<'guide' | 'operation' | 'problem' | 'workflow' | 'event', string>>;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    tag: 'en',
    name: 'English',
    guidesPath: '/docs/guides',
    webhooksPath: '/docs/webhooks',
    guides: 'Guides',
    guidesLead: 'How the API works, a page per subject. Read the first three before you write a client.',
    operations: 'Operations',
    workflows: 'How to…',
    problems: 'Problems',
    webhooks: 'Webhooks',
    deprecation: 'Deprecation',
    inEnglish: '',
    search: 'Search',
    searchLabel: 'Search the documentation',
    results: (count, query) => `${count} ${count === 1 ? 'result' : 'results'} for “${query}”`,
    moreResults: (shown) => `These are the best ${shown}. Another word narrows the search.`,
    noResult: (query) => `Nothing has all the words of “${query}”. Try fewer words, or a part of one.`,
    whatIsSearched:
      'Search guides, operations, problem codes, workflows and events. Accents and letter case don’t matter.',
    onThisPage: 'On this page',
    previous: 'Previous',
    next: 'Next',
    kinds: { guide: 'Guide', operation: 'Operation', problem: 'Problem', workflow: 'How to', event: 'Event' },
  },
  pt: {
    tag: 'pt-BR',
    name: 'Português',
    guidesPath: '/docs/guides/pt',
    webhooksPath: '/docs/webhooks/pt',
    guides: 'Guias',
    guidesLead:
      'Como a API funciona, uma página por assunto. Leia as três primeiras antes de escrever um cliente.',
    operations: 'Operações',
    workflows: 'Passo a passo',
    problems: 'Problemas',
    webhooks: 'Webhooks',
    deprecation: 'Descontinuação',
    inEnglish: '(em inglês)',
    search: 'Buscar',
    searchLabel: 'Buscar na documentação',
    results: (count, query) => `${count} ${count === 1 ? 'resultado' : 'resultados'} para “${query}”`,
    moreResults: (shown) => `Estes são os ${shown} melhores. Mais uma palavra restringe a busca.`,
    noResult: (query) => `Nada tem todas as palavras de “${query}”. Tente menos palavras, ou parte de uma.`,
    whatIsSearched:
      'Busque em guias, operações, códigos de problema, passo a passo e eventos. Acentos e maiúsculas não fazem diferença.',
    onThisPage: 'Nesta página',
    previous: 'Anterior',
    next: 'Próxima',
    kinds: {
      guide: 'Guia',
      operation: 'Operação',
      problem: 'Problema',
      workflow: 'Passo a passo',
      event: 'Evento',
    },
  },
};

export const LANGUAGES = Object.keys(WORDS) as Language[];
