import type { ComponentChildren } from 'preact';

interface NoticeProps {
  /** done: it worked. warning: look at this. error: it didn't work. */
  readonly kind: 'done' | 'warning' | 'error';
  /** It answers a form, and is what the reader must hear first. */
  readonly focus?: boolean;
  readonly children: ComponentChildren;
}

const SIGNS = { done: '✓', warning: '!', error: '✕' } as const;

/** A sentence above the page's content. Screen readers announce it. */
export const Notice = ({ kind, focus = false, children }: NoticeProps) => (
  <div
    class={`notice ${kind}`}
    role={kind === 'error' ? 'alert' : 'status'}
    {...(focus && { tabIndex: -1, autofocus: true })}
  >
    <span aria-hidden="true">{SIGNS[kind]}</span>
    <div>{children}</div>
  </div>
);
