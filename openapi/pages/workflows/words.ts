import type { Language } from '../layout/languages.ts';

const en = {
  lead: `Each page is a whole workflow, request by request: what to send, what to check, and what to keep for a later step. They are
run against the service before every release, so what they say is what happens.`,
  needs: 'What you need',
  key: 'An API key with these scopes, and',
  variables: 'Set these variables in a shell. All commands on this page use them.',
  unused: "Lower-case letters and digits that you haven't used before:",
  createdIn: 'Created in the panel under API keys (Chaves de API):',
  reference: 'Reference',
  check: 'Check that',
  retry: (seconds: number, times: number) =>
    `If it isn't so yet, wait ${seconds} s and repeat the step, up to ${times} times.`,
  header: 'the header',
  keep: 'Keep this of the response for later steps:',
  programs: 'For programs',
  /** Before and after the name of the format. */
  document: ['This workflow is an', 'document, which tools such as Redocly can run:'],
  status: 'the HTTP status',
  operators: {
    '==': 'is',
    '!=': "isn't",
    '<': 'is less than',
    '<=': 'is at most',
    '>': 'is greater than',
    '>=': 'is at least',
  } as Readonly<Record<string, string>>,
  has: 'has',
  entries: ['entry', 'entries'],
  contains: 'contains',
  oneOf: 'one of',
  body: 'the body',
  lines: ['line', 'lines'],
  with: 'with',
};

const pt: typeof en = {
  lead: `Cada página é um passo a passo completo, requisição por requisição: o que enviar, o que conferir e o que guardar para um passo
seguinte. Todos são executados contra o serviço antes de cada versão, então o que dizem é o que acontece.`,
  needs: 'Do que você precisa',
  key: 'Uma chave de API com estes escopos, e',
  variables: 'Defina estas variáveis em um shell. Todos os comandos desta página as usam.',
  unused: 'Letras minúsculas e algarismos que você ainda não usou:',
  createdIn: 'Criada no painel, em Chaves de API:',
  reference: 'Referência',
  check: 'Confira que',
  retry: (seconds, times) =>
    `Se ainda não for assim, espere ${seconds} s e repita o passo, até ${times} vezes.`,
  header: 'o cabeçalho',
  keep: 'Guarde isto da resposta para passos seguintes:',
  programs: 'Para programas',
  document: ['Este passo a passo é um documento', 'que ferramentas como o Redocly sabem executar:'],
  status: 'o status HTTP',
  operators: {
    '==': 'é',
    '!=': 'não é',
    '<': 'é menor que',
    '<=': 'é no máximo',
    '>': 'é maior que',
    '>=': 'é no mínimo',
  },
  has: 'tem',
  entries: ['item', 'itens'],
  contains: 'contém',
  oneOf: 'um de',
  body: 'o corpo',
  lines: ['linha', 'linhas'],
  with: 'com',
};

export type WorkflowWords = typeof en;

export const words: Readonly<Record<Language, WorkflowWords>> = { en, pt };
