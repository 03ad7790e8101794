import type { Language } from './layout/languages.ts';

const en = {
  format: 'An error of the API, in the format of',
  whatToDo: 'What to do',
  example: 'Example',
  where: 'Where it can occur',
  nowhere: "No operation returns it: it is for requests that don't reach one.",
  everywhere: 'Every operation can return',
  these: 'These operations can return',
  codeSays: '`code` says which problem it is.',
  decide:
    "Decide by `code`; `title` and `detail` are for people. Treat a code you don't know by its status. Quote `request_id` when you ask for help.",
  ofIssue: 'The `code` of an issue in the `errors` of a problem.',
  inBody: 'in the body',
  pointer: '`pointer` is the place.',
  elsewhere: 'elsewhere',
  parameter: '`parameter` or `header` is its name.',
  detail: '`detail` says what the place must be. It is for people, and its words may change.',
  all: 'Every error of the API is `application/problem+json` with one of these codes. Its `type` is the path of the page that explains it.',
  issues: 'Issues',
  ofEach: "Each of a problem's `errors` has a `code` of its own: one of the above, or one of these.",
  code: 'Code',
  title: 'Title',
};

const pt: typeof en = {
  format: 'Um erro da API, no formato da',
  whatToDo: 'O que fazer',
  example: 'Exemplo',
  where: 'Onde pode ocorrer',
  nowhere: 'Nenhuma operação o devolve: é para requisições que não chegam a uma.',
  everywhere: 'Toda operação pode devolver',
  these: 'Estas operações podem devolver',
  codeSays: '`code` diz qual é o problema.',
  decide:
    'Decida pelo `code`; `title` e `detail` são para pessoas. Trate um código que você não conhece pelo seu status. Informe o `request_id` ao pedir ajuda.',
  ofIssue: 'O `code` de uma falha nos `errors` de um problema.',
  inBody: 'no corpo',
  pointer: '`pointer` é o lugar.',
  elsewhere: 'fora dele',
  parameter: '`parameter` ou `header` é o nome.',
  detail: '`detail` diz o que o lugar precisa ter. É para pessoas, e as palavras podem mudar.',
  all: 'Todo erro da API é `application/problem+json` com um destes códigos. Seu `type` é o caminho da página que o explica.',
  issues: 'Falhas',
  ofEach: 'Cada um dos `errors` de um problema tem um `code` próprio: um dos acima ou um destes.',
  code: 'Código',
  title: 'Título',
};

export const problemWords: Readonly<Record<Language, typeof en>> = { en, pt };
