import { Status, Time, useLocale } from '../kit/index.ts';
import type { ConnectionState } from './state.ts';
import { words } from './words.ts';

export interface Step {
  readonly title: string;
  /** What it waits for. */
  readonly hint: string;
  /** The latest time. Undefined until then. */
  readonly at: string | undefined;
}

export function stepsOf(
  { key, endpoint, last, accepted }: ConnectionState,
  text: (typeof words)['pt'],
): Step[] {
  const called = { title: text.called, hint: text.calledHint, at: key.lastUsedAt ?? undefined };
  if (!endpoint) return [called];
  return [
    called,
    { title: text.sent, hint: text.sentHint, at: last?.startedAt },
    { title: text.accepted, hint: text.acceptedHint, at: accepted?.startedAt },
  ];
}

export function StepItem({ title, hint, at }: Step) {
  const text = words[useLocale()];
  return (
    <li>
      {at ? (
        <Status tone="good">{text.reached}</Status>
      ) : (
        <Status tone="busy" sign="…">
          {text.waiting}
        </Status>
      )}
      <div>
        <strong>{title}</strong>
        <span class="second">
          {at ? text.latest : hint} {at ? <Time at={at} /> : null}
        </span>
      </div>
    </li>
  );
}
