import type { ComponentChildren, VNode } from 'preact';

interface HeadingProps {
  readonly title: ComponentChildren;
  /** One sentence under the title. */
  readonly intro?: ComponentChildren;
  /** The page's one primary action, and others. */
  readonly children?: ComponentChildren;
}

/** The top of a page. */
export const Heading = ({ title, intro, children }: HeadingProps): VNode => (
  <div class="heading">
    <div>
      <h1>{title}</h1>
      {intro === undefined ? null : <p class="intro">{intro}</p>}
    </div>
    {children === undefined ? null : <div class="actions">{children}</div>}
  </div>
);
