import type { VNode } from 'preact';
import { type ApiKey, findKey } from '../../accounts/api-keys/key-details.ts';
import { adviceFor } from '../../accounts/api-keys/rotation.ts';
import { adviceText } from '../api-keys/advice.tsx';
import { LinkButton, PostButton, polling } from '../kit/index.ts';
import { newToken } from '../request/form-token.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { mayHear } from './draft.ts';
import { Problems, problemsOf } from './problems.tsx';
import { AddUrl } from './sheet.tsx';
import { type ConnectionState, progressPath, stateOf, wantedEvents } from './state.ts';
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
  const problems = problemsOf(request, state);
  const done = problems.every(({ isMinor }) => isMinor) ? text.doneIntro : text.brokenIntro;
  const isEarly = deps.nowMs() - Date.parse(key.createdAt) < EARLY_MS;
  const seconds = isDone ? undefined : isEarly ? SECONDS : LATER_SECONDS;
  const live = seconds && polling(progressPath(key, state.endpoint), 'steps', seconds);
  return page(
    { title: text.progressTitle(key.name), refreshSeconds: seconds, heading: {} },
    <section id="steps" {...live}>
      <p class="intro">{isDone ? done : text.progressIntro}</p>
      <ol class="steps">
        {steps.map((step) => (
          <StepItem key={step.title} {...step} />
        ))}
      </ol>
      <Problems problems={problems} />
    </section>,
    <Actions state={state} wanted={await wantedEvents(request, key)} />,
    await oldKeyAdvice(request, key),
  );
}

/** Once the new key is in use, the old one is to end. */
async function oldKeyAdvice(request: PanelRequest, key: ApiKey): Promise<VNode | null> {
  const { db, tenant, deps, locale, format } = request;
  const old = key.predecessorId === null ? undefined : await findKey(db, tenant.id, key.predecessorId);
  const advice = old && adviceFor(old, key, deps.nowMs());
  if (!advice) return null;
  return (
    <p>
      {words[locale].oldKeyTitle} {adviceText(old, advice, format)}{' '}
      <a href={`/panel/keys/${old.id}`}>{words[locale].seeOldKey}</a>
    </p>
  );
}

interface ActionsProps {
  readonly state: ConnectionState;
  readonly wanted: readonly string[];
}

/** Outside of what refreshes itself: a button must not change under a click. */
function Actions({ state, wanted }: ActionsProps) {
  const request = useRequest();
  const { key, endpoint, isStopped } = state;
  const text = words[request.locale];
  if (!mayHear(request)) return null;
  if (!endpoint)
    return key.predecessorId === null ? <AddUrl of={{ name: key.name, events: wanted }} /> : null;
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
