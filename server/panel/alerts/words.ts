import { dictionary } from '../kit/language/dictionary.ts';
import { plural } from '../kit/language/plural.ts';

export const words = dictionary({
  pt: {
    title: 'Avisos',
    intro: 'O que precisa da sua atenção nos webhooks e nas chaves de API.',
    openCount: (count: number) => `${count} ${plural(count, 'aviso aberto', 'avisos abertos')}`,
    noneOpen: 'Nada precisa da sua atenção',
    noneOpenHelp: 'Avisamos aqui quando:',
    whenFailing: (attempts: number) =>
      `um endpoint não aceita nada há uma hora, em ${attempts} tentativas ou mais;`,
    whenDue: (days: number) => `faltam ${days} dias para ele ser desligado por isso, e quando é desligado;`,
    whenExpiring: (days: number) => `uma chave de API expira em ${days} dias ou menos.`,
    noPermission: 'Não há avisos para você',
    noPermissionHelp:
      'Os avisos são para quem gerencia os webhooks ou as chaves de API. Quem opera o Tradepost pode dar essas permissões.',
    byEmail: 'Escolher o que chega por e-mail',
    history: 'Encerrados nos últimos 90 dias',
    what: 'O que houve',
    opened: 'Início',
    closed: 'Fim',
    why: 'Como terminou',
    seeAll: 'Ver os avisos',

    endpoint_failing: 'Não aceita entregas',
    endpoint_deactivation_due: 'Vai ser desligado',
    endpoint_deactivated: 'Foi desligado',
    api_key_expiring: 'Está para expirar',

    failingTodo: (since: string, deadline: string) =>
      `Não aceita nada desde ${since}, em pelo menos 20 tentativas. Veja o que o seu servidor respondeu e corrija-o, ou corrija a URL. Se continuar assim, o endpoint será desligado a partir de ${deadline}.`,
    deactivationTodo: (since: string, deadline: string) =>
      `Não aceita nada desde ${since}. A partir de ${deadline}, a próxima entrega que falhar de vez desliga o endpoint. Uma única entrega aceita evita isso: corrija o servidor, ou a URL, e reenvie uma entrega que falhou. Testes não contam.`,
    deactivatedTodo:
      'Ele não recebe mais eventos. Corrija o servidor, ou a URL, ligue o endpoint de novo e recupere o que ele perdeu.',
    activatedTodo:
      'Já está ligado de novo. O aviso se encerra depois que entregas são aceitas. Testes não contam: recupere o que falhou.',
    recoveringTodo: (time: string) =>
      `Aceita entregas de novo desde ${time}. Se continuar assim por 10 minutos, este aviso se encerra.`,
    expiringTodo: (time: string) =>
      `Expira em ${time}. Crie uma substituta e troque a chave na integração antes disso; se ninguém a usa mais, desative-a.`,
    lastResponse: (text: string) => `Última resposta: ${text}`,
    last_timeout: 'nenhuma em 10 segundos',
    last_connection: 'nenhuma, não foi possível conectar',
    last_closed: 'nenhuma, a conexão foi encerrada',
    last_invalid: 'incompleta, ou não é HTTP',
    last_address: 'o endereço não é permitido',
    last_lost: 'desconhecida',
    openEndpoint: 'Abrir o endpoint',
    openKey: 'Abrir a chave',

    recovered: 'Voltou a funcionar',
    superseded: 'Virou outro aviso',
    deactivated: 'Desligado pela equipe',
    deactivatedKey: 'Desativada pela equipe',
    deleted: 'Excluído',
    expired: 'Expirou',
    not_in_plan: 'Saiu do plano',
  },
  en: {
    title: 'Alerts',
    intro: 'What needs your attention among webhooks and API keys.',
    openCount: (count: number) => `${count} ${plural(count, 'open alert', 'open alerts')}`,
    noneOpen: 'Nothing needs your attention',
    noneOpenHelp: "You'll hear of it here when:",
    whenFailing: (attempts: number) =>
      `an endpoint has accepted nothing for an hour, in ${attempts} attempts or more;`,
    whenDue: (days: number) => `it will be switched off for that in ${days} days, and when it is;`,
    whenExpiring: (days: number) => `an API key expires within ${days} days.`,
    noPermission: 'There are no alerts for you',
    noPermissionHelp:
      'Alerts are for those who manage webhooks or API keys. Whoever runs Tradepost can grant these permissions.',
    byEmail: 'Choose what comes by e-mail',
    history: 'Closed in the last 90 days',
    what: 'What happened',
    opened: 'From',
    closed: 'Until',
    why: 'How it ended',
    seeAll: 'See the alerts',

    endpoint_failing: 'Accepts no deliveries',
    endpoint_deactivation_due: 'Will be switched off',
    endpoint_deactivated: 'Was switched off',
    api_key_expiring: 'Expires soon',

    failingTodo: (since: string, deadline: string) =>
      `It has accepted nothing since ${since}, in 20 attempts or more. See what your server responded and fix it, or the URL. If this goes on, the endpoint will be switched off from ${deadline}.`,
    deactivationTodo: (since: string, deadline: string) =>
      `It has accepted nothing since ${since}. From ${deadline}, the next delivery that fails for good switches the endpoint off. One accepted delivery prevents it: fix the server, or the URL, and resend a delivery that failed. Tests don't count.`,
    deactivatedTodo:
      'It gets no more events. Fix the server, or the URL, switch the endpoint on and recover what it missed.',
    activatedTodo:
      "It is on again. This alert closes once deliveries are accepted. Tests don't count: recover what failed.",
    recoveringTodo: (time: string) =>
      `It has accepted deliveries again since ${time}. If this lasts for 10 minutes, the alert closes.`,
    expiringTodo: (time: string) =>
      `It expires on ${time}. Create a successor and put it into the integration before then; if nobody uses the key anymore, deactivate it.`,
    lastResponse: (text: string) => `Last response: ${text}`,
    last_timeout: 'none within 10 seconds',
    last_connection: "none, we couldn't connect",
    last_closed: 'none, the connection was closed',
    last_invalid: 'incomplete, or not HTTP',
    last_address: "the address isn't allowed",
    last_lost: 'unknown',
    openEndpoint: 'Open the endpoint',
    openKey: 'Open the key',

    recovered: 'Works again',
    superseded: 'Became another alert',
    deactivated: 'Switched off by staff',
    deactivatedKey: 'Deactivated by staff',
    deleted: 'Deleted',
    expired: 'Expired',
    not_in_plan: 'No longer in the plan',
  },
});

export type Words = (typeof words)['pt'];
