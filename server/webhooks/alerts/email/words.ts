import type { EmailKind } from '../kinds.ts';
import type { EmailLocale } from './claim.ts';

/** What an e-mail can mention. Times are formatted for the reader already. */
export interface EmailFacts {
  /** The endpoint's URL without secrets, after its description if it has one; or the key's name; or how much is stored. */
  readonly name: string;
  /** The endpoint's description or host, or the key's prefix: short enough for a subject. */
  readonly shortName: string;
  /** Since when the endpoint fails or gets its events late, when it works again, or when the key expires; or which part of the storage is used. */
  readonly since: string;
  /** When the endpoint will be switched off; or how much may be stored. */
  readonly deadline: string;
  /** The endpoint was switched off because it responded 410 Gone; or no storage is left. */
  readonly gone: boolean;
  /** What the last attempt met, and what to do. Undefined when unknown. */
  readonly lastResponse: string | undefined;
  /** When the key was last used. Undefined: never. */
  readonly lastUsed: string | undefined;
}

export interface EmailText {
  readonly subject: string;
  readonly happened: readonly string[];
  readonly todo: readonly string[];
  readonly link: string;
}

interface LocaleWords {
  readonly emails: Readonly<Record<EmailKind, (facts: EmailFacts) => EmailText>>;
  readonly todoTitle: string;
  readonly why: (permission: 'endpoints' | 'keys', tenant: string) => string;
  readonly choose: string;
}

const ptLast = ({ lastResponse }: EmailFacts): string[] =>
  lastResponse === undefined ? [] : [`Na última tentativa: ${lastResponse}`];
const enLast = ({ lastResponse }: EmailFacts): string[] =>
  lastResponse === undefined ? [] : [`Last attempt: ${lastResponse}`];

const pt: LocaleWords = {
  emails: {
    endpoint_failing: (facts) => ({
      subject: `O endpoint ${facts.shortName} não está aceitando entregas`,
      happened: [
        `O endpoint ${facts.name} não aceita nenhuma entrega desde ${facts.since}, em pelo menos 20 tentativas.`,
        ...ptLast(facts),
        `Se continuar assim, ele será desligado a partir de ${facts.deadline}.`,
      ],
      todo: [
        'Abra o endpoint no painel e veja o que o seu servidor respondeu.',
        'Corrija o servidor, ou a URL do endpoint, e confira com um evento de teste.',
        'As entregas são tentadas de novo sozinhas. As que falharem de vez podem ser recuperadas no painel.',
      ],
      link: 'Ver o endpoint',
    }),
    endpoint_deactivation_due: (facts) => ({
      subject: `O endpoint ${facts.shortName} vai ser desligado`,
      happened: [
        `O endpoint ${facts.name} não aceita nenhuma entrega desde ${facts.since}.`,
        ...ptLast(facts),
        `A partir de ${facts.deadline}, a próxima entrega que falhar de vez desliga o endpoint, e ele para de receber eventos.`,
      ],
      todo: [
        'Abra o endpoint no painel e veja o que o seu servidor respondeu.',
        'Corrija o servidor, ou a URL do endpoint, e reenvie uma entrega que falhou: se ela for aceita, o endpoint continua ligado. Testes não contam.',
        'Se ninguém usa mais este endpoint, desligue-o ou exclua-o.',
      ],
      link: 'Ver o endpoint',
    }),
    endpoint_deactivated: (facts) => ({
      subject: `O endpoint ${facts.shortName} foi desligado`,
      happened: [
        facts.gone
          ? `O endpoint ${facts.name} foi desligado, porque respondeu 410 Gone: não existe mais.`
          : `O endpoint ${facts.name} foi desligado, porque não aceitava nenhuma entrega desde ${facts.since}.`,
        ...(facts.gone ? [] : ptLast(facts)),
        'Ele não recebe mais eventos.',
      ],
      todo: [
        'Corrija o servidor, ou a URL do endpoint.',
        'Ligue o endpoint de novo no painel e recupere os eventos que ele perdeu: ficam guardados por 90 dias.',
      ],
      link: 'Ligar o endpoint',
    }),
    endpoint_late: ({ name, shortName, since }) => ({
      subject: `O endpoint ${shortName} está recebendo eventos com atraso`,
      happened: [
        `O endpoint ${name} aceita entregas mais devagar do que elas chegam: a mais antiga na fila espera desde ${since}.`,
        'Nada se perde. As entregas continuam, com atraso.',
      ],
      todo: [
        'Veja no painel quanto tempo o seu servidor leva para responder.',
        'Responda 2xx assim que guardar o evento, e processe-o depois.',
        'Se o endpoint não precisa de todos os tipos de evento, assine só os necessários.',
      ],
      link: 'Ver o endpoint',
    }),
    endpoint_recovered: ({ name, shortName, since }) => ({
      subject: `O endpoint ${shortName} voltou a funcionar`,
      happened: [`O endpoint ${name} voltou a funcionar. Está tudo certo desde ${since}.`],
      todo: ['Veja no painel se alguma entrega falhou de vez nesse tempo e recupere o que faltou.'],
      link: 'Ver o endpoint',
    }),
    api_key_expiring: ({ name, shortName, since, lastUsed }) => ({
      subject: `A chave de API “${name}” expira em ${since}`,
      happened: [
        `A chave de API “${name}” (${shortName}…) expira em ${since}. A partir daí, toda chamada com ela é recusada.`,
        lastUsed === undefined ? 'Ela nunca foi usada.' : `O último uso que vimos foi em ${lastUsed}.`,
      ],
      todo: [
        'Crie uma chave substituta no painel e troque-a na integração antes disso.',
        'Se a chave não é mais usada, desative-a.',
      ],
      link: 'Ver a chave',
    }),
    storage_full: ({ name, shortName, since, deadline, gone }) => ({
      subject: `${shortName} usa ${since} do espaço do plano`,
      happened: [
        `Os dados de ${shortName} ocupam ${name}, e o plano inclui ${deadline}.`,
        `${gone ? 'Cadastros novos, lotes e importações são recusados' : 'Quando o espaço acabar, cadastros novos, lotes e importações serão recusados'}. Pedidos que já existem, pagamentos, alterações, consultas e entregas continuam.`,
      ],
      todo: [
        'Exclua o que não é mais usado: o que foi excluído é apagado de vez depois de um tempo.',
        'Veja se alguma integração envia os mesmos dados muitas vezes, e quantos endpoints recebem cada evento.',
        'Ou peça um plano maior.',
      ],
      link: 'Ver quanto espaço é usado',
    }),
  },
  todoTitle: 'O que fazer',
  why: (permission, tenant) =>
    `Você recebe este e-mail porque pode gerenciar ${permission === 'keys' ? 'as chaves de API' : 'os webhooks'} da conta ${tenant}.`,
  choose: 'Escolher quais avisos receber',
};

const en: LocaleWords = {
  emails: {
    endpoint_failing: (facts) => ({
      subject: `The endpoint ${facts.shortName} isn't accepting deliveries`,
      happened: [
        `The endpoint ${facts.name} has accepted nothing since ${facts.since}, in 20 attempts or more.`,
        ...enLast(facts),
        `If this goes on, it will be switched off from ${facts.deadline}.`,
      ],
      todo: [
        'Open the endpoint in the panel and see what your server responded.',
        "Fix the server, or the endpoint's URL, and check it with a test event.",
        'Deliveries are retried by themselves. Those that fail for good can be recovered in the panel.',
      ],
      link: 'See the endpoint',
    }),
    endpoint_deactivation_due: (facts) => ({
      subject: `The endpoint ${facts.shortName} is about to be switched off`,
      happened: [
        `The endpoint ${facts.name} has accepted nothing since ${facts.since}.`,
        ...enLast(facts),
        `From ${facts.deadline}, the next delivery that fails for good switches it off, and it gets no more events.`,
      ],
      todo: [
        'Open the endpoint in the panel and see what your server responded.',
        "Fix the server, or the endpoint's URL, and resend a delivery that failed: if it's accepted, the endpoint stays on. Tests don't count.",
        'If nobody uses this endpoint anymore, switch it off or delete it.',
      ],
      link: 'See the endpoint',
    }),
    endpoint_deactivated: (facts) => ({
      subject: `The endpoint ${facts.shortName} was switched off`,
      happened: [
        facts.gone
          ? `The endpoint ${facts.name} was switched off, because it responded 410 Gone: it exists no more.`
          : `The endpoint ${facts.name} was switched off, because it had accepted nothing since ${facts.since}.`,
        ...(facts.gone ? [] : enLast(facts)),
        'It gets no more events.',
      ],
      todo: [
        "Fix the server, or the endpoint's URL.",
        'Switch the endpoint on in the panel and recover the events that it missed. They are kept for 90 days.',
      ],
      link: 'Switch it on',
    }),
    endpoint_late: ({ name, shortName, since }) => ({
      subject: `The endpoint ${shortName} gets its events late`,
      happened: [
        `The endpoint ${name} accepts deliveries more slowly than they come: the oldest in the queue has waited since ${since}.`,
        'Nothing is lost. Deliveries go on, late.',
      ],
      todo: [
        'See in the panel how long your server takes to respond.',
        'Respond 2xx as soon as the event is stored, and process it afterwards.',
        "If the endpoint doesn't need all types of events, subscribe to those that it needs.",
      ],
      link: 'See the endpoint',
    }),
    endpoint_recovered: ({ name, shortName, since }) => ({
      subject: `The endpoint ${shortName} works again`,
      happened: [`The endpoint ${name} works again. All has been well since ${since}.`],
      todo: ['See in the panel whether deliveries failed for good in the meantime, and recover them.'],
      link: 'See the endpoint',
    }),
    api_key_expiring: ({ name, shortName, since, lastUsed }) => ({
      subject: `The API key “${name}” expires on ${since}`,
      happened: [
        `The API key “${name}” (${shortName}…) expires on ${since}. From then on, every call with it is refused.`,
        lastUsed === undefined ? 'It has never been used.' : `It was last used on ${lastUsed}.`,
      ],
      todo: [
        'Create a successor in the panel and bring it to the integration before that time.',
        "If the key isn't used anymore, deactivate it.",
      ],
      link: 'See the key',
    }),
    storage_full: ({ name, shortName, since, deadline, gone }) => ({
      subject: `${shortName} uses ${since} of its plan's storage`,
      happened: [
        `The data of ${shortName} have ${name}, and the plan includes ${deadline}.`,
        `${gone ? 'New rows, batches and imports are refused' : 'Once that is full, new rows, batches and imports are refused'}. Orders that exist, payments, changes, reads and deliveries go on.`,
      ],
      todo: [
        "Delete what isn't used anymore: what was deleted is gone for good after a while.",
        'See whether an integration sends the same data again and again, and how many endpoints get each event.',
        'Or ask for a larger plan.',
      ],
      link: 'See how much is used',
    }),
  },
  todoTitle: 'What to do',
  why: (permission, tenant) =>
    `You get this e-mail because you can manage the ${permission === 'keys' ? 'API keys' : 'webhooks'} of ${tenant}.`,
  choose: 'Choose which alerts you get',
};

export const words: Readonly<Record<EmailLocale, LocaleWords>> = { pt, en };
