/** The languages of every page but Swagger UI. */
export type Language = 'en' | 'pt';

const en = {
  /** For `lang` and `hreflang`. */
  tag: 'en',
  name: 'English',
  guidesPath: '/docs/guides',
  webhooksPath: '/docs/webhooks',
  referencePath: '/docs/reference',
  problemsPath: '/docs/problems',
  workflowsPath: '/docs/workflows',
  deprecationPath: '/docs/deprecation',
  guides: 'Guides',
  guidesLead: 'How the API works, a page per subject. Read the first three before you write a client.',
  reference: 'Reference',
  tryOut: 'Try it',
  workflows: 'How to…',
  problems: 'Problems',
  webhooks: 'Webhooks',
  deprecation: 'Deprecation',
  /** Beside a link to a page that there is in English only. */
  inEnglish: '',
  search: 'Search',
  searchLabel: 'Search the documentation',
  /** Of one result, and of several. What stands between {{ and }} is filled in when somebody searches. */
  results: ['{{count}} result for “{{query}}”', '{{count}} results for “{{query}}”'],
  moreResults: 'These are the best {{shown}}. Another word narrows the search.',
  noResult: 'Nothing has all the words of “{{query}}”. Try fewer words, or a part of one.',
  whatIsSearched:
    'Search guides, operations, problem codes, workflows and events. Accents and letter case don’t matter.',
  onThisPage: 'On this page',
  previous: 'Previous',
  next: 'Next',
  kinds: {
    guide: 'Guide',
    object: 'Object',
    operation: 'Operation',
    problem: 'Problem',
    workflow: 'How to',
    event: 'Event',
  },
};

const pt: typeof en = {
  tag: 'pt-BR',
  name: 'Português',
  guidesPath: '/docs/guides/pt',
  webhooksPath: '/docs/webhooks/pt',
  referencePath: '/docs/reference/pt',
  problemsPath: '/docs/problems/pt',
  workflowsPath: '/docs/workflows/pt',
  deprecationPath: '/docs/deprecation/pt',
  guides: 'Guias',
  guidesLead:
    'Como a API funciona, uma página por assunto. Leia as três primeiras antes de escrever um cliente.',
  reference: 'Referência',
  tryOut: 'Testar',
  workflows: 'Passo a passo',
  problems: 'Problemas',
  webhooks: 'Webhooks',
  deprecation: 'Descontinuação',
  inEnglish: '(em inglês)',
  search: 'Buscar',
  searchLabel: 'Buscar na documentação',
  results: ['{{count}} resultado para “{{query}}”', '{{count}} resultados para “{{query}}”'],
  moreResults: 'Estes são os {{shown}} melhores. Mais uma palavra restringe a busca.',
  noResult: 'Nada tem todas as palavras de “{{query}}”. Tente menos palavras, ou parte de uma.',
  whatIsSearched:
    'Busque em guias, operações, códigos de problema, passo a passo e eventos. Acentos e maiúsculas não fazem diferença.',
  onThisPage: 'Nesta página',
  previous: 'Anterior',
  next: 'Próxima',
  kinds: {
    guide: 'Guia',
    object: 'Objeto',
    operation: 'Operação',
    problem: 'Problema',
    workflow: 'Passo a passo',
    event: 'Evento',
  },
};

export const WORDS = { en, pt };

export const LANGUAGES = Object.keys(WORDS) as Language[];
