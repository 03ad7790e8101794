import type { ComponentChildren, VNode } from 'preact';

/**
 * The title of a page that came instead of the one that was asked for. It has the focus, so that a screen reader says it at once
 * instead of the navigation, which looks like that of any page.
 */
export const MessageTitle = ({ children }: { children: ComponentChildren }): VNode => (
  <h1 {...{ autofocus: true }} tabIndex={-1}>
    {children}
  </h1>
);
