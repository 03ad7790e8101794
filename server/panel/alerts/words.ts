import { dictionary, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: [
    'Cada aviso é um endpoint, uma chave ou o espaço do plano que pede atenção. O Início conta outra coisa: por quantos motivos as entregas falham agora.',
    'Each alert is an endpoint, a key or the storage that needs attention. The first page counts something else: for how many reasons deliveries fail now.',
  ],
  openCount: ['{count} {count|aviso aberto|avisos abertos}', '{count} {count|open alert|open alerts}'],
  noneOpen: ['Nada precisa da sua atenção', 'Nothing needs your attention'],
  noneOpenHelp: ['Avisamos aqui quando:', "You'll hear of it here when:"],
  whenFailing: [
    'um endpoint não aceita nada há uma hora, em {attempts} tentativas ou mais;',
    'an endpoint has accepted nothing for an hour, in {attempts} attempts or more;',
  ],
  whenDue: [
    'faltam {days} dias para ele ser desligado por isso, e quando é desligado;',
    'it will be switched off for that in {days} days, and when it is;',
  ],
  whenLate: [
    'entregas de um endpoint esperam há mais de {minutes} minutos;',
    'deliveries of an endpoint have waited for more than {minutes} minutes;',
  ],
  whenExpiring: [
    'uma chave de API expira em {days} dias ou menos;',
    'an API key expires within {days} days;',
  ],
  whenFull: [
    'os dados ocupam {percent} % do espaço do plano.',
    'the data have {percent} % of what the plan includes.',
  ],
  noPermission: ['Não há avisos para você', 'There are no alerts for you'],
  noPermissionHelp: [
    'Os avisos são para quem gerencia os webhooks ou as chaves de API. Peça essas permissões a {who}.',
    'Alerts are for those who manage webhooks or API keys. Ask {who} for these permissions.',
  ],
  byEmail: ['Escolher o que chega por e-mail', 'Choose what comes by e-mail'],
  history: ['Encerrados nos últimos 90 dias', 'Closed in the last 90 days'],
  what: ['O que houve', 'What happened'],
  opened: ['Início', 'From'],
  closed: ['Fim', 'Until'],
  why: ['Como terminou', 'How it ended'],
  seeAll: ['Ver os avisos', 'See the alerts'],

  endpoint_failing: ['Não aceita entregas', 'Accepts no deliveries'],
  endpoint_deactivation_due: ['Vai ser desligado', 'Will be switched off'],
  endpoint_deactivated: ['Foi desligado', 'Was switched off'],
  endpoint_late: ['Recebe com atraso', 'Gets events late'],
  api_key_expiring: ['Está para expirar', 'Expires soon'],
  storage_full: ['Está ficando sem espaço', 'Runs out of storage'],
  isFull: ['Está sem espaço', 'Has no storage left'],
  held: ['Está retido por quem opera o serviço', 'Is held by the operator of the service'],

  heldTodo: [
    'Quem opera o serviço retém as entregas deste endpoint desde {since}. Elas esperam, e nada se perde; até serem liberadas, não há o que corrigir.',
    "The operator of the service has held this endpoint's deliveries since {since}. They wait, and nothing is lost; until they're released there is nothing to fix.",
  ],
  storageFullTodo: [
    'Os dados ocupam {used} GB, e o plano inclui {limit} GB. Cadastros novos, lotes e importações são recusados; o resto continua. O que é excluído só devolve o espaço depois de um tempo; se precisar dele agora, peça um plano maior.',
    "The data have {used} GB, and the plan includes {limit} GB. New rows, batches and imports are refused; the rest goes on. What is deleted gives its space back only after some time, so ask for a larger plan if it's needed now.",
  ],

  failingTodo: [
    'Não aceita nada desde {since}, em pelo menos 20 tentativas. Veja o que o seu servidor respondeu e corrija-o, ou corrija a URL. Se continuar assim, o endpoint será desligado a partir de {deadline}.',
    'It has accepted nothing since {since}, in 20 attempts or more. See what your server responded and fix it, or the URL. If this goes on, the endpoint will be switched off from {deadline}.',
  ],
  deactivationTodo: [
    'Não aceita nada desde {since}. A partir de {deadline}, a próxima entrega que falhar de vez desliga o endpoint. Uma única entrega aceita evita isso: corrija o servidor, ou a URL, e reenvie uma entrega que falhou. Testes não contam.',
    "It has accepted nothing since {since}. From {deadline}, the next delivery that fails for good switches the endpoint off. One accepted delivery prevents it: fix the server, or the URL, and resend a delivery that failed. Tests don't count.",
  ],
  lateTodo: [
    'Aceita entregas mais devagar do que elas chegam: a mais antiga na fila espera desde {since}. Nada se perde. Responda 2xx assim que guardar o evento, e processe-o depois; ou assine menos tipos de evento.',
    'It accepts deliveries more slowly than they come: the oldest in the queue has waited since {since}. Nothing is lost. Respond 2xx as soon as the event is stored, and process it afterwards; or subscribe to fewer types of events.',
  ],
  deactivatedTodo: [
    'Ele não recebe mais eventos. Corrija o servidor, ou a URL, ligue o endpoint de novo e recupere o que ele perdeu.',
    'It gets no more events. Fix the server, or the URL, switch the endpoint on and recover what it missed.',
  ],
  activatedTodo: [
    'Já está ligado de novo. O aviso se encerra depois que entregas são aceitas. Testes não contam: recupere o que falhou.',
    "It is on again. This alert closes once deliveries are accepted. Tests don't count: recover what failed.",
  ],
  recoveringTodo: [
    'Está em ordem de novo desde {time}. Se continuar assim por 10 minutos, este aviso se encerra.',
    'It has been in order again since {time}. If this lasts for 10 minutes, the alert closes.',
  ],
  expiringTodo: [
    'Expira em {time}. Crie uma substituta e troque a chave na integração antes disso; se ninguém a usa mais, desative-a.',
    'It expires on {time}. Create a successor and put it into the integration before then; if nobody uses the key anymore, deactivate it.',
  ],
  expiresOn: ['Expira em {time}.', 'It expires on {time}.'],
  lastResponse: ['Quando o aviso começou: {text}', 'When the alert began: {text}'],
  alertBegan: ['aviso de', 'alert from'],
  openEndpoint: ['Abrir o endpoint', 'Open the endpoint'],
  storageTodo: [
    'Os dados ocupam {used} GB, e o plano inclui {limit} GB. Quando o espaço acabar, cadastros novos, lotes e importações serão recusados; o resto continua. O que é excluído só devolve o espaço depois de um tempo; se precisar dele agora, peça um plano maior.',
    "The data have {used} GB, and the plan includes {limit} GB. Once that is full, new rows, batches and imports are refused; the rest goes on. What is deleted gives its space back only after some time, so ask for a larger plan if it's needed now.",
  ],
  openStorage: ['Ver o espaço', 'See the storage'],
  hasRoom: ['Há espaço de novo', 'Has room again'],
  openKey: ['Abrir a chave', 'Open the key'],

  recovered: ['Voltou a funcionar', 'Works again'],
  superseded: ['Virou outro aviso', 'Became another alert'],
  deactivated: ['Desligado pela equipe', 'Switched off by staff'],
  deactivatedKey: ['Desativada pela equipe', 'Deactivated by staff'],
  deleted: ['Excluído', 'Deleted'],
  expired: ['Expirou', 'Expired'],
  not_in_plan: ['Saiu do plano', 'No longer in the plan'],

  // On the account page: which alerts come by e-mail.
  emails: ['Avisos por e-mail', 'Alerts by e-mail'],
  emailsIntro: ['Enviamos para {email}, uma vez a cada mudança.', 'We write to {email} once at each change.'],
  emailsOff: [
    'O envio de e-mails não está configurado nesta instalação. Os avisos aparecem só aqui no painel.',
    "Sending e-mails isn't set up in this installation. Alerts only show here in the panel.",
  ],
  emailLanguage: ['Idioma dos e-mails', 'Language of the e-mails'],
  emailKinds: ['Avise-me quando', 'Tell me when'],
  email_endpoint_failing: [
    'um endpoint não aceita nada há uma hora',
    'an endpoint has accepted nothing for an hour',
  ],
  email_endpoint_deactivation_due: [
    'um endpoint vai ser desligado em dois dias',
    'an endpoint will be switched off in two days',
  ],
  email_endpoint_deactivated: ['um endpoint foi desligado', 'an endpoint was switched off'],
  email_endpoint_late: [
    'entregas de um endpoint esperam há mais de 15 minutos',
    'deliveries of an endpoint have waited for more than 15 minutes',
  ],
  email_endpoint_recovered: ['um endpoint volta a funcionar', 'an endpoint works again'],
  email_storage_full: ['os dados ocupam 80 % do espaço do plano', "the data have 80 % of the plan's storage"],
  email_api_key_expiring: ['uma chave de API expira em 7 dias ou menos', 'an API key expires within 7 days'],
  saved: ['Avisos por e-mail salvos.', 'Alerts by e-mail saved.'],
});

export type Words = (typeof words)['pt'];
