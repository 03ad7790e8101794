import type { VNode } from 'preact';
import { createOnce } from '../../accounts/staff/form-token.ts';
import { eventKinds } from '../../base/contract.ts';
import { findTestResult, sendTestEvent, type TestResult } from '../../webhooks/endpoints/test-event.ts';
import { Heading } from '../kit/elements/heading.tsx';
import { Notice } from '../kit/elements/notice.tsx';
import { newToken, sentToken } from '../request/form-token.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { endpointName } from './endpoint-name.ts';
import type { NamedEndpoint } from './find-endpoint.ts';
import { TestForm } from './test-form.tsx';
import { TestResultView } from './test-result.tsx';
import { words } from './test-words.ts';
import { words as endpointWords } from './words.ts';

/** Without JavaScript the page loads itself again this often, until the response is there. */
const REFRESH_SECONDS = 2;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A second click leads to the result of the first: the endpoint gets one event. */
export async function sendTest(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, actor, form, locale } = request;
  const kind = eventKinds.find((each) => each === form.text('kind'));
  if (kind === undefined) return notFound();
  const token = sentToken(request);
  if (token === undefined) return redirect(named.path, words[locale].testStale);
  const result = await db.transaction((tx) =>
    createOnce(tx, named.key.tenantId, token, async () => {
      const eventId = await sendTestEvent(tx, actor, named.key, kind);
      return eventId && `${named.path}/tests/${eventId}`;
    }),
  );
  return result === undefined ? refused(request, named) : redirect(result);
}

/** It was switched off after the page with the button was shown. */
const refused = ({ locale }: PanelRequest, { path }: NamedEndpoint): PanelResponse =>
  page({
    status: 422,
    title: words[locale].test,
    section: 'webhooks',
    body: (
      <>
        <Heading title={words[locale].test} />
        <Notice kind="error" focus>
          {words[locale].testRefused}
        </Notice>
        <a class="button" href={path}>
          {endpointWords[locale].backToEndpoint}
        </a>
      </>
    ),
  });

/** The result as soon as it's there; until then the page follows. */
export async function testPage(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, params, locale } = request;
  if (!UUID.test(params.event ?? '')) return notFound();
  const result = await findTestResult(db, named.key, params.event!);
  if (result === undefined) return notFound();
  return page({
    title: words[locale].testTitle,
    section: 'webhooks',
    refreshSeconds: result.status === 'PENDING' ? REFRESH_SECONDS : undefined,
    body: <TestBody {...{ request, named, result }} eventId={params.event!} />,
  });
}

interface TestBodyProps {
  readonly request: PanelRequest;
  readonly named: NamedEndpoint;
  readonly result: TestResult;
  readonly eventId: string;
}

function TestBody({ request, named: { endpoint, path }, result, eventId }: TestBodyProps): VNode {
  const { locale, format } = request;
  const w = words[locale];
  return (
    <>
      <Heading
        title={w.testTitle}
        intro={<span class="break">{`${result.kind} · ${endpointName(endpoint)}`}</span>}
      >
        <a class="button" href={path}>
          {endpointWords[locale].backToEndpoint}
        </a>
      </Heading>
      <TestResultView {...{ result, format, eventId }} path={`${path}/tests/${eventId}`} />
      <TestForm {...{ request, path, endpoint }} token={newToken(request)} kind={result.kind} />
    </>
  );
}
