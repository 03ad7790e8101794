import type { ComponentChildren, VNode } from 'preact';
import type { Problem } from '../../webhooks/alerts/problems.ts';
import { KeyStatus } from '../api-keys/key-facts.tsx';
import { Details, Time } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import type { PanelRequest } from '../request/route.ts';
import { EndpointStatus } from '../webhooks/endpoint.tsx';
import { type Advice, adviceFor } from './advice.ts';
import type { EndpointPart, Integration } from './integrations.ts';
import { words } from './words.ts';

interface CardProps {
  readonly request: PanelRequest;
  readonly integration: Integration;
  /** Of its endpoint: the one that failed last. */
  readonly problem: Problem | undefined;
}

/** One system: when it last called, when it was last told, whether it keeps up, and what to do. */
export function Card({ request, integration, problem }: CardProps): VNode {
  const { name, told, apiKey } = integration;
  const text = words[request.locale];
  return (
    <li class="panel-box card">
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p>
        {told ? (
          <EndpointStatus endpoint={told.endpoint} health={told.health} />
        ) : (
          <KeyStatus apiKey={apiKey!} request={request} />
        )}
      </p>
      <Details
        of={{
          ...(apiKey && { [text.lastCall]: timeOr(apiKey.lastUsedAt, text.noCall) }),
          ...(told && toldFacts(told, request)),
        }}
      />
      <Next {...adviceFor(integration, problem, request)} />
      <Links {...{ request, integration }} />
    </li>
  );
}

const timeOr = (at: string | null | undefined, none: string): ComponentChildren =>
  at ? <Time at={at} as="relative" /> : none;

function toldFacts({ endpoint, health, pulse }: EndpointPart, { locale, format }: PanelRequest) {
  const text = words[locale];
  const failures = health.attempts - health.accepted;
  return {
    [text.lastDelivery]: timeOr(pulse?.acceptedAt, text.noDelivery),
    ...(endpoint.active && { [text.lag]: timeOr(pulse?.lateSince, text.noLag) }),
    [text.failures]:
      health.attempts === 0
        ? text.nothingSent
        : text.ofAttempts(format.number(failures), format.number(health.attempts)),
  };
}

const Next = ({ text, link }: Advice): VNode => (
  <p class="next">
    {text} {link === undefined ? null : <a href={link.href}>{link.text}</a>}
  </p>
);

function Links({ request, integration: { told, apiKey } }: Omit<CardProps, 'problem'>): VNode {
  const text = words[request.locale];
  const mayManage = !missingFor(request, 'webhooks');
  return (
    <p class="actions start">
      {told ? <a href={`/panel/deliveries?endpoint=${told.endpoint.id}`}>{text.deliveries}</a> : null}
      {told && mayManage ? <a href={`/panel/webhooks/${told.endpoint.id}`}>{text.endpoint}</a> : null}
      {apiKey ? <a href={`/panel/keys/${apiKey.id}`}>{text.key}</a> : null}
    </p>
  );
}
