import type { VNode } from 'preact';

/** Text in which `backquoted` parts are code. */
export const Prose = ({ text }: { text: string }): VNode => (
  <>{text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}</>
);
