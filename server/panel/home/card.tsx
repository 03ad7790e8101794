import type { Problem } from '../../webhooks/alerts/problems.ts';
import { KeyStatus } from '../api-keys/key-facts.tsx';
import { Details } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { linkTo } from '../request/form.ts';
import { useRequest } from '../request/use-request.ts';
import { EndpointStatus } from '../webhooks/endpoint.tsx';
import { type Advice, adviceFor } from './advice.ts';
import { callFacts, toldFacts } from './card-facts.tsx';
import type { Integration } from './integrations.ts';
import { words } from './words.ts';

interface CardProps {
  readonly integration: Integration;
  /** Of its endpoint, also those that were marked as solved. */
  readonly problems: readonly Problem[];
}

/** One system: when it last called, when it was last told, whether it keeps up, and what to do. */
export function Card({ integration, problems }: CardProps) {
  const request = useRequest();
  const { name, told, calls } = integration;
  return (
    <li class="panel-box card">
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p>
        {told ? (
          <EndpointStatus endpoint={told.endpoint} health={told.health} />
        ) : (
          <KeyStatus apiKey={calls!.apiKey} />
        )}
      </p>
      <Details
        of={{
          ...(calls && callFacts(calls, request)),
          ...(told && toldFacts({ ...told, waiting: waitingOf(problems) }, request)),
        }}
      />
      <Next
        {...adviceFor(
          integration,
          problems.find(({ isSolved }) => !isSolved),
          request,
        )}
      />
      <Links {...integration} />
    </li>
  );
}

const waitingOf = (problems: readonly Problem[]): number =>
  problems.reduce((sum, { retried }) => sum + retried, 0);

const Next = ({ text, link }: Advice) => (
  <p class="next">
    {text} {link === undefined ? null : <a href={link.href}>{link.text}</a>}
  </p>
);

function Links({ told, calls }: Integration) {
  const request = useRequest();
  const text = words[request.locale];
  const mayManage = !missingFor(request, 'webhooks');
  return (
    <p class="actions start">
      {told ? <a href={`/panel/deliveries?endpoint=${told.endpoint.id}`}>{text.deliveries}</a> : null}
      {told && mayManage ? <a href={`/panel/webhooks/${told.endpoint.id}`}>{text.endpoint}</a> : null}
      {calls ? <a href={`/panel/keys/${calls.apiKey.id}`}>{text.key}</a> : null}
      {calls && !missingFor(request, 'api_keys') ? (
        <a href={linkTo(`/panel/connect/${calls.apiKey.id}`, { endpoint: told && String(told.endpoint.id) })}>
          {text.connection}
        </a>
      ) : null}
    </p>
  );
}
