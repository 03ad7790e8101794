import { dictionary, shared } from '../../kit/index.ts';

export const words = dictionary({
  ...shared,
  title: ['Resposta do seu sistema', "Your system's response"],
  headers: ['Cabeçalhos recebidos', 'Headers received'],
  body: ['Corpo recebido', 'Body received'],
  empty: ['Resposta vazia.', 'The response was empty.'],
  none: ['Nenhuma resposta chegou.', 'No response came.'],
  binary: ['O corpo é binário e não é mostrado.', "The body is binary and isn't shown."],
  page: ['Uma página HTML sem título.', 'An HTML page without a title.'],
  pageTitled: ['Uma página HTML: “{title}”', 'An HTML page: “{title}”'],
  source: ['Ver o HTML', 'Show the HTML'],
  cut: ['Guardamos só o começo, 1 KB.', 'Only its beginning is kept, 1 KB.'],
});
