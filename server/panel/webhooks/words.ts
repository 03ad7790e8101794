import { dictionary, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: [
    'Para onde enviamos os eventos da sua loja, e como está indo.',
    "Where we send your shop's events, and how that's going.",
  ],
  active: ['Ligado', 'On'],
  inactive: ['Desligado', 'Off'],
  failing: ['Falhando', 'Failing'],
  held: ['Retido', 'Held'],
  heldText: [
    'Quem opera o serviço retém as entregas deste endpoint desde',
    "The operator of the service has held this endpoint's deliveries since",
  ],
  heldHelp: [
    'Elas esperam na fila, e nada se perde. Para saber mais, fale com {who}.',
    'They wait in the queue, and nothing is lost. To know more, ask {who}.',
  ],
  slow: ['Lento', 'Slow'],
  slowText: [
    'Responde devagar: esperamos no máximo 10 segundos, e depois a entrega conta como falha. Faça o sistema responder 2xx assim que guardar o evento, e processá-lo depois.',
    'It responds slowly: we wait for 10 seconds at most, and then the delivery counts as failed. Let the system respond 2xx as soon as the event is stored, and process it afterwards.',
  ],
  unreadable: ['Segredo ilegível', 'Secret unreadable'],
  tooMany: [
    'Sua loja já tem {max} endpoints, que é o máximo. Exclua um que não usa mais para criar outro.',
    "Your shop has {max} endpoints, which is the maximum. Delete one that you don't use anymore to create another.",
  ],

  emptyTitle: ['Crie o seu primeiro endpoint', 'Create your first endpoint'],
  emptyIntro: [
    'Um endpoint é um endereço do seu sistema. Quando algo acontece na loja, mandamos para lá um POST assinado.',
    'An endpoint is an address of your system. When something happens in the shop, we send a signed POST there.',
  ],
  listenTitle: ['Ainda não tem um endereço na internet?', 'No address on the internet yet?'],
  listenText: [
    'Quem programa pode receber os eventos no próprio computador, com uma chave de API que possa ler.',
    'Programmers can receive the events on their own computer, with an API key that can read.',
  ],

  edit: ['Editar', 'Edit'],
  activate: ['Ligar', 'Switch on'],
  activateAndRecover: ['Ligar e recuperar o que ele perdeu', 'Switch on and recover what it missed'],
  deactivate: ['Desligar', 'Switch off'],
  activated: [
    'Endpoint ligado. O que esperava na fila sai na hora marcada, ou agora, se ela já passou.',
    'Endpoint switched on. What waited in the queue is sent at its time, or now if that has passed.',
  ],
  alreadyActive: ['O endpoint já estava ligado.', 'The endpoint was already on.'],
  deactivated: [
    'Endpoint desligado. Nada é enviado até você ligá-lo de novo.',
    'Endpoint switched off. Nothing is sent until you switch it on again.',
  ],
  offByFailing: [
    'Desligamos este endpoint porque por 5 dias ele não aceitou nada.',
    'We switched this endpoint off because it accepted nothing for 5 days.',
  ],
  offByGone: [
    'Desligamos este endpoint porque ele respondeu 410 Gone: não existe mais.',
    'We switched this endpoint off because it responded 410 Gone: it exists no more.',
  ],
  offByUser: ['{who} desligou este endpoint.', '{who} switched this endpoint off.'],
  offByOperator: [
    'Quem opera o serviço desligou este endpoint.',
    'The operator of the service switched this endpoint off.',
  ],
  offByStaff: [
    'Alguém da sua loja, ou quem opera o serviço, desligou este endpoint.',
    'Somebody in your shop, or the operator of the service, switched this endpoint off.',
  ],
  offSince: ['Desligado desde', 'Off since'],
  failingSince: ['Falhando desde', 'Failing since'],
  changeUrl: ['Trocar a URL', 'Change the URL'],
  failingText: [
    'Enquanto falha, tentamos de novo. Se nada der certo, ele será desligado a partir de',
    'While it fails, we keep retrying. If nothing succeeds, it will be switched off from',
  ],
  unreadableText: [
    'Não conseguimos ler o segredo deste endpoint, e as entregas esperam. Avise {who}, ou gere um segredo novo.',
    "We can't read this endpoint's secret, and its deliveries wait. Tell {who}, or create a new secret.",
  ],

  sameUrl: [
    'Há outro endpoint com esta URL. Os eventos que os dois recebem chegam lá duas vezes, cada um assinado com o seu segredo:',
    'There is another endpoint with this URL. Events that both receive arrive there twice, each signed with its own secret:',
  ],
  facts: ['Dados', 'Details'],
  allEvents: ['Todos', 'All'],
  createdAt: ['Criado em', 'Created'],

  delete: ['Excluir endpoint', 'Delete endpoint'],
  deleteTitle: ['Excluir este endpoint?', 'Delete this endpoint?'],
  deleteText: [
    'Nada mais será enviado para lá, o que espera na fila é descartado e o segredo é apagado. O histórico das entregas continua.',
    'Nothing more is sent there, what waits in the queue is dropped, and the secret is erased. The history of its deliveries stays.',
  ],
  deleteForever: ['Não dá para desfazer.', "This can't be undone."],
  deleted: ['Endpoint excluído: {url}', 'Endpoint deleted: {url}'],
  off: ['Desligar ou excluir', 'Switch off or delete'],

  // The forms of a new endpoint and of an edit.
  editTitle: ['Editar endpoint', 'Edit endpoint'],
  url: ['URL', 'URL'],
  urlHint: [
    'Onde o seu sistema recebe os eventos, por exemplo https://example.com/hooks.',
    'Where your system receives events, such as https://example.com/hooks.',
  ],
  description: ['Descrição', 'Description'],
  descriptionHint: [
    'Para reconhecê-lo nas listas: ERP de produção, BI.',
    'To tell it apart in lists: production ERP, BI.',
  ],
  eventsHint: ['Mandamos só os que você marcar.', 'We send only those that you check.'],
  everyEventHint: [
    'Os de hoje: um evento que passar a existir depois não entra sozinho.',
    "Today's: an event that we add later isn't included by itself.",
  ],
  doesNotFire: ['Não é enviado:', "Isn't sent:"],
  details: ['Regras e exemplo de {kind}', 'Rules and an example of {kind}'],
  example: ['Exemplo de {kind}', 'Example of {kind}'],
  catalogue: ['Todos os eventos em detalhe', 'All events in detail'],
  whenSent: ['Quando cada evento é enviado', 'When each event is sent'],
  headers: ['Cabeçalhos próprios', 'Custom headers'],
  headersHint: [
    'Um por linha, como X-Api-Key: valor, e vão em cada entrega. Os valores são guardados cifrados e não aparecem mais; •••••••• mantém o que está guardado.',
    'One per line, like X-Api-Key: value, sent with each delivery. Values are stored encrypted and never shown again; •••••••• keeps what is stored.',
  ],
  header_syntax: [
    'Na linha {line}, escreva o cabeçalho como X-Api-Key: valor.',
    'Write the header in line {line} like X-Api-Key: value.',
  ],
  header_reserved: [
    'Tire {name}: este cabeçalho é do HTTP ou nosso.',
    'Remove {name}: this header belongs to HTTP or to us.',
  ],
  header_repeated: ['O cabeçalho {name} aparece duas vezes.', 'The header {name} is there twice.'],
  header_value: [
    'O valor de {name} está vazio, é longo demais ou tem caracteres que não são ASCII.',
    "The value of {name} is empty, too long, or has characters that aren't ASCII.",
  ],
  header_not_stored: [
    'Informe o valor de {name}: não há nenhum guardado.',
    'Enter the value of {name}: none is stored.',
  ],
  header_too_many: ['Use no máximo {max} cabeçalhos.', 'Use at most {max} headers.'],
  activeLabel: ['Ligado', 'Switched on'],
  activeHint: [
    'Desligado, não recebe nada. Os eventos desse tempo podem ser recuperados depois.',
    'While off, it gets nothing. Events of that time can be recovered later.',
  ],
  createButton: ['Criar endpoint', 'Create endpoint'],
  created: [
    'Endpoint criado. Copie o segredo para o seu sistema e envie um evento de teste.',
    'Endpoint created. Copy the secret to your system and send a test event.',
  ],
  saved: ['Alterações salvas.', 'Changes saved.'],
  conflict: [
    'Alguém mudou este endpoint enquanto você editava.',
    'Somebody changed this endpoint while you were editing.',
  ],
  conflictText: [
    'Nada foi salvo ainda. Está assim agora; se salvar, vale o que está no formulário.',
    'Nothing is saved yet. This is how it is now; if you save, the form overwrites it.',
  ],
  urlRequired: ['Informe a URL.', 'Enter the URL.'],
  eventsRequired: ['Marque pelo menos um evento.', 'Check at least one event.'],
  tooLong: ['Use no máximo {max} caracteres.', 'Use at most {max} characters.'],
  descriptionControl: [
    'Tire as quebras de linha e outros caracteres de controle.',
    'Remove line breaks and other control characters.',
  ],
  urlInvisible: [
    'Tire os espaços, as barras invertidas e os caracteres invisíveis.',
    'Remove spaces, backslashes and invisible characters.',
  ],
  urlUnreadable: [
    'Não é uma URL. Escreva como https://example.com/hooks.',
    "This isn't a URL. Write it like https://example.com/hooks.",
  ],
  urlHttps: ['A URL precisa começar com https://.', 'The URL must begin with https://.'],
  urlHttp: ['A URL precisa começar com https:// ou http://.', 'The URL must begin with https:// or http://.'],
  urlCredentials: [
    'Tire o usuário e a senha da URL. A assinatura já prova que somos nós.',
    'Remove the user name and password. The signature already proves that it is us.',
  ],
  urlPort: ['Troque a porta: na 0 ninguém escuta.', 'Use another port: nobody can listen on 0.'],
  urlHost: ['O nome do servidor na URL não é válido.', "The server name in the URL isn't valid."],
  urlBlocked: [
    '{host} fica numa rede privada ou reservada, e só enviamos para a internet. Use um endereço público.',
    '{host} is on a private or reserved network, and we only send to the internet. Use a public address.',
  ],
  urlUnreachable: [
    'Não achamos {host} no DNS, ou o endereço não é público. Confira o nome e, se ele é novo, tente de novo daqui a pouco.',
    "We can't find {host} in DNS, or its address isn't public. Check the name, and if it's new, try again in a moment.",
  ],

  // The secret: on the page of its endpoint, shown, and rotated.
  secret: ['Segredo', 'Secret'],
  secretIntro: [
    'Com ele o seu sistema confere que a entrega veio de nós. Guarde-o como uma senha.',
    'Your system uses it to check that a delivery came from us. Keep it like a password.',
  ],
  secretIntroShown: [
    'Guarde-o como uma senha: quem o tem pode se passar por nós. Ele some ao sair desta página.',
    'Keep it like a password: whoever has it can pass for us. It disappears when you leave this page.',
  ],
  reveal: ['Mostrar o segredo', 'Show the secret'],
  rotate: ['Trocar o segredo', 'Rotate the secret'],
  verify: ['Como verificar assinaturas', 'How to verify signatures'],
  previousUntil: ['O segredo anterior ainda assina até', 'The previous secret still signs until'],
  rotateTitle: ['Trocar o segredo?', 'Rotate the secret?'],
  rotateText: [
    'Você recebe um segredo novo. Por 24 horas assinamos com os dois, para dar tempo de atualizar o seu sistema; depois, só com o novo.',
    'You get a new secret. For 24 hours we sign with both, which gives you time to update your system; after that, only with the new one.',
  ],
  rotateAgain: [
    'A última troca ainda está no prazo: se trocar agora, o segredo de antes dela para de assinar na hora. Sem isso ele assina até',
    'The last rotation is still under way: if you rotate now, the secret from before it stops signing at once. Otherwise it signs until',
  ],
  rotateUnreadable: [
    'O segredo atual não pode ser lido, então só o novo vai assinar.',
    "The current secret can't be read, so only the new one will sign.",
  ],
  rotatedTitle: ['Segredo novo', 'New secret'],
  rotatedText: [
    'Coloque-o no seu sistema. O anterior para de assinar em',
    'Put it into your system. The previous one stops signing on',
  ],
  rotatedOnlyText: [
    'Coloque-o no seu sistema já: o anterior não assina mais.',
    'Put it into your system right away: the previous one no longer signs.',
  ],
  rotatedAlready: [
    'O segredo já foi trocado depois que você abriu aquela página. Nada mudou agora.',
    'The secret was already rotated after you opened that page. Nothing changed now.',
  ],
  secretUnreadable: [
    'Não conseguimos ler este segredo. Avise {who}, ou troque o segredo.',
    "We can't read this secret. Tell {who}, or rotate it.",
  ],

  // Test events.
  test: ['Evento de teste', 'Test event'],
  testIntro: [
    'Envia um evento de exemplo, marcado como teste, e mostra a resposta em seguida. Não conta nos números do endpoint nem nos avisos.',
    "Sends a sample event, marked as a test, and then shows the response. It doesn't count in the endpoint's figures or in alerts.",
  ],
  testButton: ['Enviar teste', 'Send test'],
  testRefused: [
    'O endpoint está desligado, então nada foi enviado. Ligue-o primeiro.',
    'The endpoint is off, so nothing was sent. Switch it on first.',
  ],
  testHeld: [
    'Enquanto as entregas estão retidas, testes não são enviados.',
    'While deliveries are held, no tests are sent.',
  ],
  testInactive: ['Ligue o endpoint para poder testá-lo.', 'Switch the endpoint on to test it.'],
  testStale: [
    'A página estava aberta havia muito tempo, e nada foi enviado. Envie o teste de novo.',
    'The page had been open for too long, and nothing was sent. Send the test again.',
  ],
  testTitle: ['Resultado do teste', 'Test result'],
  testWaiting: ['Enviando', 'Sending'],
  testWaitingText: [
    'A página se atualiza sozinha quando a resposta chegar.',
    'The page refreshes by itself when the response arrives.',
  ],
  testAccepted: ['Aceito', 'Accepted'],
  testFailed: ['Falhou', 'Failed'],
  testRetrying: ['Falhou, tentaremos de novo', "Failed, we'll try again"],
  responseStatus: ['HTTP', 'HTTP'],
  nextRetry: ['Próxima tentativa', 'Next attempt'],
  deliveryLink: ['Ver esta entrega', 'Show this delivery'],

  // How an endpoint did in the last day.
  accepted: ['Aceitas', 'Accepted'],
  p50: ['Metade responde em até', 'Half respond within'],
  health: ['Últimas 24 horas', 'Last 24 hours'],
  healthEmpty: [
    'Nenhuma tentativa de entrega nas últimas 24 horas.',
    'No delivery attempts in the last 24 hours.',
  ],
  chartTitle: [
    'Tentativas por hora nas últimas 24 horas. Aceitas: {accepted}. Falharam: {failed}.',
    'Attempts per hour in the last 24 hours. Accepted: {accepted}. Failed: {failed}.',
  ],
  legendAccepted: ['aceitas', 'accepted'],
  legendFailed: ['falharam', 'failed'],
  perHour: ['Ver por hora', 'Show by hour'],
  hour: ['Hora', 'Hour'],
  refused: ['Recusadas', 'Refused'],
  timeout: ['Sem resposta', 'Timed out'],
  connection: ['Erro de conexão', 'Connection error'],
  address: ['Endereço bloqueado', 'Blocked address'],
  now: ['agora', 'now'],
  asOf: [
    'Contado até {time}: as tentativas mais recentes podem ainda não aparecer, e os testes não contam.',
    "Counted up to {time}: later attempts may not show yet, and tests don't count.",
  ],

  // Sending what an endpoint missed.
  recoverText: [
    'Ao confirmar, o endpoint volta a receber, e enviamos o que falhou e o que ele não recebeu desde',
    'Once you confirm, the endpoint gets events again, and we send what failed and what it missed since',
  ],
  recoverFailed: ['Entregas que falharam', 'Deliveries that failed'],
  recoverMissed: ['Eventos que ele não recebeu', 'Events that it missed'],
  recoverNothing: [
    'Não faltou nada nesse tempo: basta ligar.',
    'It missed nothing in that time: just switch it on.',
  ],
  recoverWaiting: [
    'O que já esperava na fila não entra nesta conta: sai na hora marcada, ou agora, se ela já passou.',
    "What already waits in the queue isn't counted here: it's sent at its time, or now if that has passed.",
  ],
  recoverUncounted: [
    'São eventos demais para contar antes: os números são dos primeiros {max}. Tudo o que faltou é enviado.',
    'There are too many events to count first: the numbers are of the first {max}. Everything that it missed is sent.',
  ],
  recovering: [
    'Endpoint ligado. Estamos enviando {count} {count|entrega|entregas}.',
    'Endpoint switched on. We are sending {count} {count|delivery|deliveries}.',
  ],
  recoveringAll: [
    'Endpoint ligado. Estamos enviando tudo o que faltou.',
    'Endpoint switched on. We are sending everything that it missed.',
  ],
  recoveryBusy: [
    'Nada mudou: uma recuperação deste endpoint ainda está em andamento. Espere que ela termine, ou pare-a.',
    'Nothing changed: a recovery of this endpoint is still running. Wait until it is done, or stop it.',
  ],
  recoveries: ['Recuperações', 'Recoveries'],
  running: ['Em andamento', 'Under way'],
  done: ['Concluída', 'Done'],
  stopped: ['Interrompida', 'Stopped'],
  progress: ['{done} de {total} {total|colocada|colocadas} na fila', '{done} of {total} put into the queue'],
  soFar: ['{done} {done|colocada|colocadas} na fila até agora', '{done} put into the queue so far'],
  queued: ['{done} {done|colocada|colocadas} na fila', '{done} put into the queue'],
  recoveryRange: ['Eventos:', 'Events:'],
  recoveryStoppedNotice: [
    'Recuperação interrompida. O que já estava na fila será enviado.',
    'Recovery stopped. What was already in the queue will be sent.',
  ],
});
