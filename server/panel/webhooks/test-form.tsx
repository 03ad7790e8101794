import type { VNode } from 'preact';
import { eventKinds } from '../../base/contract.ts';
import type { EndpointDetails } from '../../webhooks/endpoints/find-endpoints.ts';
import { Hidden, Select, SubmitButton } from '../kit/index.ts';
import type { PanelRequest } from '../request/route.ts';
import { EventCatalogue } from './events/event-texts.tsx';
import { words } from './words.ts';

interface TestFormProps {
  readonly request: PanelRequest;
  /** The endpoint's page. */
  readonly path: string;
  readonly endpoint: EndpointDetails;
  readonly token: string;
  /** The kind that was sent last; otherwise the first that the endpoint subscribes to. */
  readonly kind?: string;
}

/** One event of any kind, also of one that the endpoint doesn't subscribe to. */
export function TestForm(props: TestFormProps): VNode {
  const { request, path, endpoint, token, kind = endpoint.events[0] } = props;
  const w = words[request.locale];
  return (
    <section id="test">
      <h2>{w.test}</h2>
      <p class="quiet">{endpoint.active ? w.testIntro : w.testInactive}</p>
      {endpoint.active ? (
        <form method="post" action={`${path}/test`} class="test-form">
          <Hidden fields={{ token }} />
          <label class="visually-hidden" for="test-kind">
            {w.testKind}
          </label>
          <Select id="test-kind" name="kind" value={kind} options={eventKinds.map((each) => [each, each])} />
          <SubmitButton look="primary">{w.testButton}</SubmitButton>
        </form>
      ) : null}
      <EventCatalogue request={request} />
    </section>
  );
}
