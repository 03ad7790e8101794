import { dictionary } from '../language/dictionary.ts';
import type { PanelError } from '../panel-error.ts';
import { type Page, page, type VisitorRequest } from '../route.ts';
import { words as shared } from '../words.ts';

const words = dictionary({
  pt: {
    malformed: 'Não entendemos esta requisição.',
    malformedHelp: 'Volte, recarregue a página e tente outra vez.',
    other_origin: 'Este formulário não veio do painel.',
    other_originHelp:
      'Nada foi alterado. Abra o painel nesta aba e tente outra vez. Se acontecer sempre, o proxy na frente do Tradepost troca o cabeçalho Host: ele precisa repassá-lo, ou enviar X-Forwarded-Host com TRUST_PROXY definido.',
    not_found: 'Página não encontrada.',
    not_foundHelp: 'O endereço está errado, ou o que ele mostrava foi excluído.',
    unavailable: 'O banco de dados não está respondendo.',
    unavailableHelp: 'Nada foi alterado. Espere alguns segundos e recarregue a página.',
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
      'Nothing was changed. Open the panel in this tab and try again. If it always happens, the proxy in front of Tradepost replaces the Host header: it has to pass it on, or to send X-Forwarded-Host with TRUST_PROXY set.',
    not_found: 'There is no such page.',
    not_foundHelp: 'The address is wrong, or what it showed was deleted.',
    unavailable: "The database isn't responding.",
    unavailableHelp: 'Nothing was changed. Wait a few seconds and reload the page.',
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
        <h1>{title}</h1>
        <p>{words[locale][`${reason}Help`]}</p>
        {reason === 'unexpected' ? (
          <p>
            <code>{requestId}</code>
          </p>
        ) : null}
        <p>
          <a class="button" href="/panel">
            {shared[locale].goHome}
          </a>
        </p>
      </section>
    ),
  });
}
