import type { ComponentChildren, VNode } from 'preact';

interface NoticeProps {
  /** done: it worked. warning: look at this. error: it didn't work. */
  readonly kind: 'done' | 'warning' | 'error';
  readonly children: ComponentChildren;
}

const SIGNS = { done: '✓', warning: '!', error: '✕' } as const;

/** A sentence above the page's content. Screen readers announce it. */
export const Notice = ({ kind, children }: NoticeProps): VNode => (
  <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
    <span aria-hidden="true">{SIGNS[kind]}</span>
    <div>{children}</div>
  </div>
);
