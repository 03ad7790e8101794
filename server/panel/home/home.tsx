import { listProblems, type Problem } from '../../webhooks/alerts/problems.ts';
import { Empty, LinkButton, Notice, useLocale } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { adviceFor } from './advice.ts';
import { Card } from './card.tsx';
import { type Integration, integrationsOf } from './integrations.ts';
import { Problems } from './problems.tsx';
import { words } from './words.ts';

/** More cards are a list, which the tabs have. */
const MAX_CARDS = 24;

/** Is everything all right, and if not, what is to be done? Whoever may see neither keys nor deliveries begins with the audit. */
export async function home(request: PanelRequest, error?: string): Promise<PanelResponse> {
  const { db, tenant, deps, locale } = request;
  const seesDeliveries = !missingFor(request, 'deliveries');
  if (!seesDeliveries && missingFor(request, 'revoke_keys'))
    return redirect(missingFor(request, 'requests') ? '/panel/audit' : '/panel/requests');
  await deps.writeCounts();
  const text = words[locale];
  const integrations = await integrationsOf(request);
  const problems = seesDeliveries ? await listProblems(db, tenant.id) : [];
  const open = problems.filter(({ isSolved }) => !isSolved);
  const mayConnect = !missingFor(request, 'api_keys');
  const advised = integrations.filter((each) => {
    const own = open.find(({ endpointId }) => endpointId === each.told?.endpoint.id);
    return adviceFor(each, own, request).text !== text.adviseNothing;
  });
  return page(
    {
      title: text.home,
      status: error === undefined ? 200 : 409,
      heading: {
        title: integrations.length === 0 ? text.home : standing(open.length, advised.length, text),
        actions: mayConnect ? (
          <Connect isFirst={integrations.length === 0} label={text.connect} />
        ) : undefined,
      },
    },
    error === undefined ? null : <Notice kind="error">{error}</Notice>,
    <Problems problems={problems} integrations={integrations} />,
    integrations.length === 0 ? (
      <Empty title={text.noneTitle}>
        <p>{mayConnect ? text.noneText : text.noneAsk}</p>
      </Empty>
    ) : (
      <Cards
        integrations={[...advised, ...integrations.filter((each) => !advised.includes(each))]}
        problems={problems}
      />
    ),
  );
}

/** In a few words, for the heading. */
function standing(problems: number, systems: number, text: (typeof words)['pt']): string {
  if (problems > 0) return text.problems(problems);
  return systems === 0 ? text.upToDate : text.toDo(systems);
}

const Connect = ({ isFirst, label }: { readonly isFirst: boolean; readonly label: string }) => (
  <LinkButton href="/panel/connect" {...(isFirst && { look: 'primary' })}>
    {label}
  </LinkButton>
);

interface CardsProps {
  readonly integrations: readonly Integration[];
  readonly problems: readonly Problem[];
}

function Cards({ integrations, problems }: CardsProps) {
  const text = words[useLocale()];
  const more = integrations.length - MAX_CARDS;
  return (
    <>
      <h2>{text.systems}</h2>
      <ul class="cards">
        {integrations.slice(0, MAX_CARDS).map((integration) => (
          <Card
            key={`${integration.told?.endpoint.id} ${integration.calls?.apiKey.id}`}
            integration={integration}
            problems={problems.filter(({ endpointId }) => endpointId === integration.told?.endpoint.id)}
          />
        ))}
      </ul>
      {more > 0 ? <p class="hint">{text.more(more)}</p> : null}
    </>
  );
}
