import type { TimelineEvent } from '../../webhooks/log/timeline.ts';
import { eventName, LinkButton, Status, useLocale } from '../kit/index.ts';
import { isUuid, linkTo } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { Story } from './order-page.tsx';
import { staffTimeline } from './view.ts';
import { words } from './words.ts';

/** One event, of whatever it is about: who caused it, and what each system was told. */
export async function eventPage(request: PanelRequest): Promise<PanelResponse> {
  const { params, locale } = request;
  const eventId = params.id ?? '';
  if (!isUuid(eventId)) return notFound();
  const view = await staffTimeline(request, { eventId });
  const [event] = view.events;
  if (!event) return notFound();
  const title = eventName(event.kind, locale, event.subject?.id);
  return page(
    {
      title,
      heading: {
        title: (
          <>
            {title} {event.test ? <Status tone="quiet">{words[locale].testEvent}</Status> : null}
          </>
        ),
        intro: words[locale].eventIntro,
        actions: <Related {...event} />,
      },
    },
    <Story view={view} />,
  );
}

function Related({ id, subject }: TimelineEvent) {
  const text = words[useLocale()];
  const list = <LinkButton href={linkTo('/panel/deliveries', { q: id })}>{text.inList}</LinkButton>;
  if (subject === undefined) return list;
  const { type, id: number } = subject;
  const href =
    type === 'order' ? `/panel/orders/${number}` : linkTo('/panel/search', { of: type, id: String(number) });
  return (
    <>
      <LinkButton href={href}>{text[`open_${type}`](number)}</LinkButton>
      {list}
    </>
  );
}
