import type { ComponentChildren, VNode } from 'preact';

/** Instead of an empty list: what to do first. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }): VNode => (
  <section class="empty">
    <h2>{title}</h2>
    {children}
  </section>
);
