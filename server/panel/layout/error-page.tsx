import type { VNode } from 'preact';
import { MessageTitle } from '../kit/elements/message-title.tsx';
import { dictionary } from '../kit/language/dictionary.ts';
import type { PanelError, PanelErrorReason } from '../kit/panel-error.ts';
import { words as shared } from '../kit/words.ts';
import { type Page, page, type VisitorRequest } from '../request/route.ts';

const words = dictionary({
  pt: {
    malformed: 'Não entendemos esta requisição.',
    malformedHelp: 'Volte, recarregue a página e tente outra vez.',
    other_origin: 'Este formulário não veio do painel.',
    other_originHelp:
      'Nada foi alterado. Abra o painel nesta aba e tente outra vez. Se acontecer sempre, o proxy na frente do Tradepost não diz por onde você chegou: ele precisa repassar Host, ou enviar X-Forwarded-Host, e enviar X-Forwarded-Proto, com TRUST_PROXY definido.',
    other_host: 'O painel não fica neste endereço.',
    other_hostHelp:
      'Abra-o pelo endereço abaixo. Se foi o que você fez, o proxy na frente do Tradepost troca o cabeçalho Host: ele precisa repassá-lo, ou enviar X-Forwarded-Host com TRUST_PROXY definido.',
    not_found: 'Página não encontrada.',
    not_foundHelp: 'O endereço está errado, ou o que ele mostrava foi excluído.',
    too_many: 'Páginas demais em poucos segundos.',
    too_manyHelp:
      'Nada foi alterado. Você, ou alguém na mesma rede, pediu mais páginas do que servimos de uma vez. Espere alguns segundos e recarregue a página.',
    unavailable: 'O banco de dados não está respondendo.',
    unavailableHelp: 'Nada foi alterado. Espere alguns segundos e recarregue a página.',
    outcome_unknown: 'Não se sabe se a alteração foi gravada.',
    outcome_unknownHelp:
      'A conexão com o banco de dados caiu no momento da gravação. Espere alguns segundos e confira antes de tentar outra vez.',
    too_large: 'O formulário é grande demais.',
    too_largeHelp: 'Nada foi alterado. Encurte os textos e tente outra vez.',
    unexpected: 'Algo deu errado do nosso lado.',
    unexpectedHelp: 'Nada foi alterado. Se acontecer de novo, mande este código a quem opera o Tradepost:',
  },
  en: {
    malformed: "We couldn't read this request.",
    malformedHelp: 'Go back, reload the page and try again.',
    other_origin: "This form wasn't sent by the panel.",
    other_originHelp:
      "Nothing was changed. Open the panel in this tab and try again. If it always happens, the proxy in front of Tradepost doesn't say how you came: it has to pass on Host, or to send X-Forwarded-Host, and to send X-Forwarded-Proto, with TRUST_PROXY set.",
    other_host: "The panel isn't at this address.",
    other_hostHelp:
      'Open it at the address below. If you did, the proxy in front of Tradepost replaces the Host header: it has to pass it on, or to send X-Forwarded-Host with TRUST_PROXY set.',
    not_found: 'There is no such page.',
    not_foundHelp: 'The address is wrong, or what it showed was deleted.',
    too_many: 'Too many pages within a few seconds.',
    too_manyHelp:
      'Nothing was changed. You, or somebody on your network, asked for more pages than we serve at once. Wait a few seconds and reload the page.',
    unavailable: "The database isn't responding.",
    unavailableHelp: 'Nothing was changed. Wait a few seconds and reload the page.',
    outcome_unknown: "It isn't known whether the change was saved.",
    outcome_unknownHelp:
      'The connection to the database broke while it was being saved. Wait a few seconds, and look before you try again.',
    too_large: 'The form is too large.',
    too_largeHelp: 'Nothing was changed. Shorten the texts and try again.',
    unexpected: 'Something went wrong on our side.',
    unexpectedHelp: 'Nothing was changed. If it happens again, give this code to whoever runs Tradepost:',
  },
});

export function errorPage(request: VisitorRequest, { reason, status }: PanelError, requestId: string): Page {
  const { locale } = request;
  const title = words[locale][reason];
  return page({
    status,
    title,
    body: (
      <section class="message">
        <MessageTitle>{title}</MessageTitle>
        <p>{words[locale][`${reason}Help`]}</p>
        {reason === 'unexpected' ? (
          <p>
            <code>{requestId}</code>
          </p>
        ) : null}
        <p>
          <Way request={request} reason={reason} />
        </p>
      </section>
    ),
  });
}

/** Where to go from here. */
function Way({ request, reason }: { request: VisitorRequest; reason: PanelErrorReason }): VNode {
  const { locale, origin } = request;
  const [href, label] =
    reason === 'other_host' ? [`${origin}/panel`, `${origin}/panel`] : ['/panel', shared[locale].goHome];
  return (
    <a class="button" href={href}>
      {label}
    </a>
  );
}
