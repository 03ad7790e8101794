import { dictionary, Notice } from '../kit/index.ts';
import { messagePage } from '../request/message-page.tsx';
import { operatorName } from '../request/operator.ts';
import type { Page, PanelRequest } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';

const words = dictionary({
  title: ['A empresa está suspensa', 'The company is suspended'],
  state: [
    'A API recusa as requisições, e as entregas esperam. Você pode ver tudo, e nada pode ser alterado. Fale com {who}.',
    'The API refuses requests, and deliveries wait. You can look at everything, and nothing can be changed. Ask {who}.',
  ],
  look: ['Ver o painel', 'Look at the panel'],
  refused: [
    'Nada foi alterado: enquanto a empresa está suspensa, o painel só mostra. Fale com {who}.',
    'Nothing was changed: while the company is suspended, the panel only shows. Ask {who}.',
  ],
});

/** On each page of a suspended tenant. */
export function SuspendedNotice() {
  const request = useRequest();
  const { title, state } = words[request.locale];
  return (
    <Notice kind="warning">
      <p>
        <strong>{title}.</strong> {state(operatorName(request))}
      </p>
    </Notice>
  );
}

/** For a form that would change something. */
export function suspendedPage(request: PanelRequest): Page {
  const { title, refused, look } = words[request.locale];
  return messagePage(
    { status: 403, title, link: ['/panel', look] },
    <p data-missing="suspended">{refused(operatorName(request))}</p>,
  );
}
