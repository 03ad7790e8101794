import type { VNode } from 'preact';
import { CodeBox } from './code-box.tsx';

interface CopyBlockProps {
  /** The button's text: Copiar. */
  readonly copyLabel: string;
  readonly text: string;
  /** Above the text: curl, TypeScript. */
  readonly title?: string;
  /** One line that one click selects, such as a key. */
  readonly inline?: boolean;
}

/** Text to copy. The script shows the button; without it people select and copy by hand. */
export const CopyBlock = ({ copyLabel, text, title, inline = false }: CopyBlockProps): VNode => (
  <div class={inline ? 'copy inline' : 'copy'}>
    {title === undefined ? null : <p class="copy-title">{title}</p>}
    {inline ? (
      <code data-copied-text>{text}</code>
    ) : (
      <CodeBox label={title ?? text.split(/\s/, 1)[0]!} copied>
        {text}
      </CodeBox>
    )}
    <button type="button" class="button" data-copy hidden>
      {copyLabel}
    </button>
  </div>
);
