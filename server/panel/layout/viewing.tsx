import { dictionary, Notice, PostButton } from '../kit/index.ts';
import { useRequest } from '../request/use-request.ts';

export const viewingWords = dictionary({
  viewing: [
    'Você vê o painel de {name} como suporte, sem alterar nada, até {until}.',
    'As support you view the panel of {name}, without changing anything, until {until}.',
  ],
  end: ['Voltar ao console', 'Back to the console'],
  logOut: ['Sair do console', 'Log out of the console'],
});

/** On each page of a tenant's panel that an operator looks at. */
export function ViewingNotice() {
  const { locale, tenant, session, deps, format } = useRequest();
  const { until = 0 } = session.view(deps.nowMs()) ?? {};
  const text = viewingWords[locale];
  return (
    <Notice kind="warning">
      <p>{text.viewing(tenant.name, format.time(new Date(until).toISOString()))}</p>
      <PostButton action="/panel/logout">{text.end}</PostButton>
    </Notice>
  );
}
