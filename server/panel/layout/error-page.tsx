import { dictionary, shared } from '../kit/index.ts';
import type { PanelError } from '../kit/panel-error.ts';
import { messagePage } from '../request/message-page.tsx';
import { operatorName } from '../request/operator.ts';
import type { Page, VisitorRequest } from '../request/route.ts';

const words = dictionary({
  ...shared,
  malformed: ['Não entendemos esta requisição.', "We couldn't read this request."],
  malformedHelp: ['Volte, recarregue a página e tente outra vez.', 'Go back, reload the page and try again.'],
  other_origin: ['Este formulário não veio do painel.', "This form wasn't sent by the panel."],
  other_originHelp: [
    'Nada foi alterado. Abra o painel nesta aba e tente outra vez. Se acontecer sempre, o proxy na frente do Tradepost não diz por onde você chegou: ele precisa repassar Host, ou enviar X-Forwarded-Host, e enviar X-Forwarded-Proto, com TRUST_PROXY definido.',
    "Nothing was changed. Open the panel in this tab and try again. If it always happens, the proxy in front of Tradepost doesn't say how you came: it has to pass on Host, or to send X-Forwarded-Host, and to send X-Forwarded-Proto, with TRUST_PROXY set.",
  ],
  other_host: ['O painel não fica neste endereço.', "The panel isn't at this address."],
  other_hostHelp: [
    'Abra-o pelo endereço abaixo. Se foi o que você fez, o proxy na frente do Tradepost troca o cabeçalho Host: ele precisa repassá-lo, ou enviar X-Forwarded-Host com TRUST_PROXY definido.',
    'Open it at the address below. If you did, the proxy in front of Tradepost replaces the Host header: it has to pass it on, or to send X-Forwarded-Host with TRUST_PROXY set.',
  ],
  not_found: ['Página não encontrada.', 'There is no such page.'],
  not_foundHelp: [
    'O endereço está errado, ou o que ele mostrava foi excluído.',
    'The address is wrong, or what it showed was deleted.',
  ],
  too_many: ['Páginas demais em poucos segundos.', 'Too many pages within a few seconds.'],
  too_manyHelp: [
    'Nada foi alterado. Você, ou alguém na mesma rede, pediu mais páginas do que servimos de uma vez. Espere alguns segundos e recarregue a página.',
    'Nothing was changed. You, or somebody on your network, asked for more pages than we serve at once. Wait a few seconds and reload the page.',
  ],
  unavailable: ['O banco de dados não está respondendo.', "The database isn't responding."],
  unavailableHelp: [
    'Nada foi alterado. Espere alguns segundos e recarregue a página.',
    'Nothing was changed. Wait a few seconds and reload the page.',
  ],
  outcome_unknown: [
    'Não se sabe se a alteração foi gravada.',
    "It isn't known whether the change was saved.",
  ],
  outcome_unknownHelp: [
    'A conexão com o banco de dados caiu no momento da gravação. Espere alguns segundos e confira antes de tentar outra vez.',
    'The connection to the database broke while it was being saved. Wait a few seconds, and look before you try again.',
  ],
  too_large: ['O formulário é grande demais.', 'The form is too large.'],
  too_largeHelp: [
    'Nada foi alterado. Encurte os textos e tente outra vez.',
    'Nothing was changed. Shorten the texts and try again.',
  ],
  unexpected: ['Algo deu errado do nosso lado.', 'Something went wrong on our side.'],
  unexpectedHelp: [
    'Nada foi alterado. Se acontecer de novo, mande este código a {who}:',
    'Nothing was changed. If it happens again, give this code to {who}:',
  ],
});

export function errorPage(request: VisitorRequest, { reason, status }: PanelError, requestId: string): Page {
  const { locale, origin, deps } = request;
  const { path } = deps.site;
  const title = words[locale][reason];
  const help = words[locale][`${reason}Help`];
  const own = `${origin}${path}`;
  const link = reason === 'other_host' ? ([own, own] as const) : ([path, words[locale].goHome] as const);
  return messagePage(
    { status, title, link },
    <p>{typeof help === 'string' ? help : help(operatorName(request))}</p>,
    reason === 'unexpected' ? (
      <p>
        <code>{requestId}</code>
      </p>
    ) : null,
  );
}
