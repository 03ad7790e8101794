import { createOnce } from '../../accounts/staff/form-token.ts';
import { eventKinds } from '../../base/contract.ts';
import { findTestResult, sendTestEvent } from '../../webhooks/endpoints/test-event.ts';
import { eventName, Hidden, joined, LinkButton, Select, SubmitButton } from '../kit/index.ts';
import { isUuid } from '../request/form.ts';
import { newToken, sentToken } from '../request/form-token.ts';
import { notFound, type PanelResponse, page, redirect } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { type EndpointRequest, endpointName, refusedPage, type SectionProps } from './endpoint.tsx';
import { EventCatalogue } from './events/event-texts.tsx';
import { TestResultView } from './test-result.tsx';
import { words } from './words.ts';

/** Without JavaScript the page loads itself again this often, until the response is there. */
const REFRESH_SECONDS = 2;

/** A second click leads to the result of the first: the endpoint gets one event. */
export async function sendTest(request: EndpointRequest): Promise<PanelResponse> {
  const { db, actor, form, locale, key, home } = request;
  const text = words[locale];
  const kind = eventKinds.find((each) => each === form.text('kind'));
  if (kind === undefined) return notFound();
  const token = sentToken(request);
  if (token === undefined) return redirect(home, text.testStale);
  const result = await db.transaction((tx) =>
    createOnce(tx, key.tenantId, token, async () => {
      const eventId = await sendTestEvent(tx, actor, key, kind);
      return eventId && `${home}/tests/${eventId}`;
    }),
  );
  if (result !== undefined) return redirect(result);
  // It was switched off, or held, after the page with the button was shown.
  const why = request.endpoint.heldSince === null ? text.testRefused : text.testHeld;
  return refusedPage(request, 422, text.test, why);
}

/** The result as soon as it's there; until then the page follows. */
export async function testPage(request: EndpointRequest): Promise<PanelResponse> {
  const { db, params, locale, endpoint, key, home, path } = request;
  const eventId = params.event;
  const result = isUuid(eventId) && (await findTestResult(db, key, eventId));
  if (!result) return notFound();
  const text = words[locale];
  return page(
    {
      title: text.testTitle,
      refreshSeconds: result.status === 'PENDING' ? REFRESH_SECONDS : undefined,
      heading: {
        intro: (
          <span class="break">
            {joined([eventName(result.kind, locale), result.kind, endpointName(endpoint)])}
          </span>
        ),
        actions: <LinkButton href={home}>{text.backToEndpoint}</LinkButton>,
      },
    },
    <TestResultView {...{ result, eventId, path }} />,
    <TestForm {...{ home, endpoint }} kind={result.kind} />,
  );
}

interface TestFormProps extends SectionProps {
  /** The kind that was sent last; otherwise the first that the endpoint subscribes to. */
  readonly kind?: string;
}

/** One event of any kind, also of one that the endpoint doesn't subscribe to. */
export function TestForm({ home, endpoint, kind = endpoint.events[0] }: TestFormProps) {
  const request = useRequest();
  const w = words[request.locale];
  const isSent = endpoint.active && endpoint.heldSince === null;
  return (
    <section id="test">
      <h2>{w.test}</h2>
      <p class="quiet">{isSent ? w.testIntro : endpoint.active ? w.testHeld : w.testInactive}</p>
      {isSent ? (
        <form method="post" action={`${home}/test`} class="test-form">
          <Hidden fields={{ token: newToken(request) }} />
          <label class="visually-hidden" for="test-kind">
            {w.event}
          </label>
          <Select
            id="test-kind"
            name="kind"
            value={kind}
            options={eventKinds.map((each) => [each, eventName(each, request.locale)])}
          />
          <SubmitButton look="primary">{w.testButton}</SubmitButton>
        </form>
      ) : null}
      <EventCatalogue />
    </section>
  );
}
