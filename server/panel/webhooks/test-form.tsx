import type { VNode } from 'preact';
import { eventKinds } from '../../base/contract.ts';
import type { EndpointDetails } from '../../webhooks/endpoints/find-endpoints.ts';
import type { PanelRequest } from '../request/route.ts';
import { EventCatalogue } from './events/event-catalogue.tsx';
import { words } from './test-words.ts';

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
          <input type="hidden" name="token" value={token} />
          <label class="visually-hidden" for="test-kind">
            {w.testKind}
          </label>
          <select id="test-kind" name="kind">
            {eventKinds.map((each) => (
              <option key={each} value={each} selected={each === kind}>
                {each}
              </option>
            ))}
          </select>
          <button type="submit" class="button primary">
            {w.testButton}
          </button>
        </form>
      ) : null}
      <EventCatalogue request={request} />
    </section>
  );
}
