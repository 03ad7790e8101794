import { createOnce } from '../../accounts/staff/form-token.ts';
import { eventKinds } from '../../base/contract.ts';
import { findTestResult, sendTestEvent } from '../../webhooks/endpoints/test-event.ts';
import { LinkButton } from '../kit/index.ts';
import { newToken, sentToken } from '../request/form-token.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { endpointName, type NamedEndpoint } from './endpoint.tsx';
import { refusedPage } from './refused-page.tsx';
import { TestForm } from './test-form.tsx';
import { TestResultView } from './test-result.tsx';
import { words } from './words.ts';

/** Without JavaScript the page loads itself again this often, until the response is there. */
const REFRESH_SECONDS = 2;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A second click leads to the result of the first: the endpoint gets one event. */
export async function sendTest(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, actor, form, locale } = request;
  const text = words[locale];
  const kind = eventKinds.find((each) => each === form.text('kind'));
  if (kind === undefined) return notFound();
  const token = sentToken(request);
  if (token === undefined) return redirect(named.path, text.testStale);
  const result = await db.transaction((tx) =>
    createOnce(tx, named.key.tenantId, token, async () => {
      const eventId = await sendTestEvent(tx, actor, named.key, kind);
      return eventId && `${named.path}/tests/${eventId}`;
    }),
  );
  if (result !== undefined) return redirect(result);
  // It was switched off after the page with the button was shown.
  return refusedPage(request, named, { status: 422, title: text.test, text: text.testRefused });
}

/** The result as soon as it's there; until then the page follows. */
export async function testPage(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, params, locale, format } = request;
  const { endpoint, key, path } = named;
  const eventId = params.event ?? '';
  const result = UUID.test(eventId) ? await findTestResult(db, key, eventId) : undefined;
  if (result === undefined) return notFound();
  const text = words[locale];
  return page({
    title: text.testTitle,
    section: 'webhooks',
    refreshSeconds: result.status === 'PENDING' ? REFRESH_SECONDS : undefined,
    heading: {
      intro: <span class="break">{`${result.kind} · ${endpointName(endpoint)}`}</span>,
      actions: <LinkButton href={path}>{text.backToEndpoint}</LinkButton>,
    },
    body: (
      <>
        <TestResultView {...{ result, format, eventId }} path={`${path}/tests/${eventId}`} />
        <TestForm {...{ request, path, endpoint }} token={newToken(request)} kind={result.kind} />
      </>
    ),
  });
}
