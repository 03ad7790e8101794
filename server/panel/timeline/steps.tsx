import type { TimelineEvent } from '../../webhooks/log/timeline.ts';
import { words as listWords } from '../deliveries/list/words.ts';
import { eventName, Time, useLocale } from '../kit/index.ts';
import { Told } from './told.tsx';
import type { TimelineView } from './view.ts';
import { words } from './words.ts';

/** The events in their order. */
export const Steps = ({ view }: { readonly view: TimelineView }) => (
  <ol class="timeline">
    {view.events.map((event) => (
      <Step key={event.id} view={view} event={event} />
    ))}
  </ol>
);

interface StepProps {
  readonly view: TimelineView;
  readonly event: TimelineEvent;
}

/** An event: who caused it, and what came of it at each endpoint. */
function Step({ view, event }: StepProps) {
  const locale = useLocale();
  const text = words[locale];
  const { id, kind, occurredAt, requestId, deliveries } = event;
  const reasons = view.undelivered.find((each) => each.event.id === id)?.reasons ?? [];
  return (
    <li>
      <h3>
        {eventName(kind, locale)} <code class="quiet">{kind}</code>
      </h3>
      <p class="second">
        <Time at={occurredAt} /> {view.opens ? <Cause view={view} event={event} /> : null}
        <Code label={text.eventId} of={id} />
        {requestId === null || !view.opens ? null : <Code label={text.requestId} of={requestId} />}
      </p>
      {deliveries.map((delivery) => (
        <Told key={delivery.id} view={view} delivery={delivery} />
      ))}
      {reasons.map(({ why, endpoint }) => (
        <p key={endpoint.id}>{listWords[locale][why](endpoint.name)}</p>
      ))}
      {deliveries.length === 0 && reasons.length === 0 ? <p>{text.noDelivery}</p> : null}
    </li>
  );
}

const Code = ({ label, of }: { readonly label: string; readonly of: string }) => (
  <span class="second">
    {label}: <code>{of}</code>
  </span>
);

const KEY = /^api_key:(tp_\w+)$/;

function Cause({ view: { opens }, event: { actor } }: StepProps) {
  const text = words[useLocale()];
  const prefix = KEY.exec(actor ?? '')?.[1];
  if (prefix === undefined) return actor === 'system' ? <span>{text.bySystem}</span> : null;
  if (!opens?.keys) return <span>{text.byKey(`${prefix}…`)}</span>;
  const key = opens.keys.find((each) => each.prefix === prefix);
  if (!key) return <span>{text.byKey(`${prefix}…`)}</span>;
  return <a href={`/panel/keys/${key.id}`}>{text.byKey(`${key.name}, ${prefix}…`)}</a>;
}
