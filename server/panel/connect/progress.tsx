import type { VNode } from 'preact';
import type { ApiKey } from '../../accounts/api-keys/key-details.ts';
import { eventKinds } from '../../base/contract.ts';
import { LinkButton, PostButton, polling } from '../kit/index.ts';
import { newToken } from '../request/form-token.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { mayHear } from './draft.ts';
import { Problems } from './problems.tsx';
import { AddUrl } from './sheet.tsx';
import { type ConnectionState, progressPath, stateOf } from './state.ts';
import { StepItem, stepsOf } from './steps.tsx';
import { words } from './words.ts';

const SECONDS = 3;
/** Whoever still waits then looks now and then. Another process writes uses of keys every few seconds anyway. */
const LATER_SECONDS = 30;
const EARLY_MS = 3_600_000;

/** How far a system's connection has come, for the shop's owner. */
export async function progressPage(request: PanelRequest, key: ApiKey): Promise<PanelResponse> {
  const { locale, deps } = request;
  const text = words[locale];
  const state = await stateOf(request, key);
  const steps = stepsOf(state, text);
  const isDone = steps.every(({ at }) => at !== undefined);
  const isEarly = deps.nowMs() - Date.parse(key.createdAt) < EARLY_MS;
  const seconds = isDone ? undefined : isEarly ? SECONDS : LATER_SECONDS;
  const path = progressPath(key, state.endpoint, wantedEvents(request));
  const live = seconds && polling(path, 'steps', seconds);
  return page(
    { title: text.progressTitle(key.name), refreshSeconds: seconds, heading: {} },
    <section id="steps" {...live}>
      <p class="intro">{isDone ? text.doneIntro : text.progressIntro}</p>
      <ol class="steps">
        {steps.map((step) => (
          <StepItem key={step.title} {...step} />
        ))}
      </ol>
      <Problems {...{ request, state }} />
    </section>,
    <Actions {...{ request, state }} />,
  );
}

const wantedEvents = ({ query }: PanelRequest): string[] =>
  query
    .text('events')
    .split(',')
    .filter((kind) => (eventKinds as readonly string[]).includes(kind));

/** Outside of what refreshes itself: a button must not change under a click. */
function Actions({ request, state }: { request: PanelRequest; state: ConnectionState }): VNode | null {
  const { key, endpoint, isStopped } = state;
  const text = words[request.locale];
  if (!mayHear(request)) return null;
  const events = wantedEvents(request);
  if (!endpoint) return <AddUrl request={request} of={{ name: key.name, events }} />;
  const fields = { kind: endpoint.events[0], token: newToken(request) };
  return isStopped ? null : (
    <div class="actions">
      <PostButton action={`/panel/webhooks/${endpoint.id}/test`} fields={fields}>
        {text.test}
      </PostButton>
      <LinkButton href={`/panel/webhooks/${endpoint.id}`}>{text.seeUrl}</LinkButton>
    </div>
  );
}
