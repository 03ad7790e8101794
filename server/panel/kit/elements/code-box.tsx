import type { ComponentChildren, VNode } from 'preact';

interface CodeBoxProps {
  /** Tells screen readers what the text is. */
  readonly label: string;
  /** Its text is what the copy button beside it copies. */
  readonly copied?: boolean;
  readonly children: ComponentChildren;
}

/** Code keeps its lines and scrolls sideways in its box, which must therefore be reachable by keyboard (WCAG 2.1.1). */
export const CodeBox = ({ label, copied, children }: CodeBoxProps): VNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is interactive.
  // biome-ignore lint/a11y/useSemanticElements: a fieldset wouldn't keep the line breaks.
  <pre role="group" aria-label={label} tabIndex={0} data-copied-text={copied}>
    {children}
  </pre>
);
