import { dictionary, shared } from '../../kit/index.ts';

export const words = dictionary({
  ...shared,
  title: ['Verificar assinaturas', 'Verify signatures'],
  intro: [
    'A assinatura prova que a entrega veio de nós e que ninguém mudou o corpo no caminho.',
    'The signature proves that we sent the delivery and that nobody changed its body on the way.',
  ],
  forEndpoint: ['Programas prontos para', 'Programs made for'],
  languages: ['Linguagem', 'Language'],
  program: ['O programa', 'The program'],
  run: ['Para rodar', 'To run it'],
  runText: [
    'Escuta em 127.0.0.1:4000, ou na porta de PORT. Em produção, ponha o seu servidor HTTPS na frente.',
    'It listens on 127.0.0.1:4000, or on the port in PORT. In production, put your HTTPS server in front of it.',
  ],
  runTextOpenssl: [
    'Confere uma entrega que você gravou: o corpo num arquivo, os cabeçalhos em variáveis.',
    'It checks a delivery that you recorded: the body in a file, the headers in variables.',
  ],
  secret: ['O segredo', 'The secret'],
  secretText: [
    'Os programas leem o segredo da variável de ambiente',
    'The programs read the secret from the environment variable',
  ],
  secretCare: [
    'Não o escreva no código: um repositório tem mais leitores do que parece.',
    "Don't write it into the code: a repository has more readers than it seems.",
  ],
  secretLink: ['Ver o segredo', 'Show the secret'],
  rotating: ['O segredo foi trocado.', 'The secret was rotated.'],
  rotatingText: [
    'O anterior ainda assina, em {header}, até',
    'The previous one still signs, in {header}, until',
  ],
  steps: ['Em outra linguagem', 'In another language'],
  stepRaw: [
    'Guarde o corpo como chegou, byte a byte, antes de qualquer parser.',
    'Keep the body as it arrived, byte for byte, before any parser.',
  ],
  stepTimestamp: [
    'Recuse se `X-Service-Timestamp`, em segundos Unix, estiver a mais de 300 s do seu relógio, para trás ou para a frente.',
    'Refuse it if `X-Service-Timestamp`, in Unix seconds, is more than 300 s from your clock in either direction.',
  ],
  stepSign: [
    'Calcule, com o texto do segredo como chave:',
    'Compute, with the text of the secret as the key:',
  ],
  formula: [
    "sha256= + hex(HMAC-SHA256(horário + '.' + corpo))",
    "sha256= + hex(HMAC-SHA256(timestamp + '.' + body))",
  ],
  stepCompare: [
    'Compare em tempo constante com `X-Service-Signature` e, durante uma troca de segredo, com X-Service-Signature-Previous. Se nenhum bater, responda 401.',
    'Compare it in constant time with `X-Service-Signature` and, during a rotation, with X-Service-Signature-Previous. If neither matches, respond with 401.',
  ],
  stepOnce: [
    'O mesmo evento pode chegar mais de uma vez: guarde o `event_id` e ignore os repetidos.',
    'The same event can arrive more than once: store the `event_id` and ignore repeats.',
  ],
});

/** The comments inside the snippets. */
export const comments = dictionary({
  raw: [
    'O corpo como chegou, byte a byte. Lido como JSON e escrito de novo, ele já não confere.',
    "The body as it arrived, byte for byte. Parsed and serialized again, it doesn't verify.",
  ],
  previous: [
    'Por 24 h após a troca do segredo, o anterior também assina.',
    'For 24 h after the secret was rotated, the previous one signs too.',
  ],
  dedupe: [
    'O mesmo evento pode chegar de novo: grave event_id com chave única e ignore os repetidos.',
    'The same event can arrive again: store event_id under a unique key and ignore repeats.',
  ],
  test: [
    'Eventos de teste têm "test": true e dados inventados: não grave.',
    'Test events have "test": true and made-up data: don\'t store it.',
  ],
  sdk: [
    'Confere assinatura e horário, responde 401 ao que não veio de nós, aceita os dois segredos durante a troca.',
    "Checks signature and timestamp, refuses with 401 what we didn't send, accepts both secrets during a rotation.",
  ],
  store: [
    'Lembra os event_id já tratados. Com vários processos, use postgresStore ou redisStore.',
    'Remembers which event_ids are done. For several processes use postgresStore or redisStore.',
  ],
  usage: [
    'bash verify.sh X-Service-Timestamp X-Service-Signature [X-Service-Signature-Previous] < body.json',
    'bash verify.sh X-Service-Timestamp X-Service-Signature [X-Service-Signature-Previous] < body.json',
  ],
  argv: [
    'Na lista de processos aparece o segredo: rode só em máquina sua.',
    'The secret shows in the list of processes: run this on a machine of your own.',
  ],
  constant: [
    'O bash para de comparar na primeira diferença. O HMAC com chave aleatória esconde onde ela está.',
    'Bash stops comparing at the first difference. An HMAC with a random key hides where that is.',
  ],
});
