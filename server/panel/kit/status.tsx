import type { ComponentChildren } from 'preact';

/** good: it worked. busy: it will be tried. bad: it failed. warning: look at this. quiet: off or waiting. */
export type Tone = 'good' | 'busy' | 'bad' | 'warning' | 'quiet';

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', busy: '↻', bad: '✕', warning: '!', quiet: '–' };

interface StatusProps {
  readonly tone: Tone;
  /** Instead of the tone's own: `…` for what is queued. */
  readonly sign?: string;
  readonly children: ComponentChildren;
}

/** A status as word, sign and colour, so that none of them is needed to tell it. */
export const Status = ({ tone, sign, children }: StatusProps) => (
  <span class={`status ${tone}`}>
    <span aria-hidden="true">{sign ?? SIGNS[tone]}</span> {children}
  </span>
);
