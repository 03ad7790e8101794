import type { ComponentChildren } from 'preact';
import { useLocale } from './language/reader.ts';
import { words } from './words.ts';

interface CodeBoxProps {
  /** Tells screen readers what the text is. */
  readonly label: string;
  /** Its text is what the copy button beside it copies. */
  readonly copied?: boolean;
  readonly children: ComponentChildren;
}

/** Code keeps its lines and scrolls sideways in its box, which must therefore be reachable by keyboard (WCAG 2.1.1). */
export const CodeBox = ({ label, copied, children }: CodeBoxProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is interactive.
  // biome-ignore lint/a11y/useSemanticElements: a fieldset wouldn't keep the line breaks.
  <pre role="group" aria-label={label} tabIndex={0} data-copied-text={copied}>
    {children}
  </pre>
);

interface CopyBlockProps {
  readonly text: string;
  /** Above the text: curl, TypeScript. */
  readonly title?: string;
  /** One line that one click selects, such as a key. */
  readonly inline?: boolean;
  /** The text in colours. */
  readonly children?: ComponentChildren;
}

/** Text to copy. The script shows the button; without it people select and copy by hand. */
export const CopyBlock = ({ text, title, inline = false, children = text }: CopyBlockProps) => (
  <div class={inline ? 'copy inline' : 'copy'}>
    {title === undefined ? null : <p class="copy-title">{title}</p>}
    {inline ? (
      <code data-copied-text>{text}</code>
    ) : (
      <CodeBox label={title ?? text.split(/\s/, 1)[0]!} copied>
        {children}
      </CodeBox>
    )}
    <button type="button" class="button" data-copy hidden>
      {words[useLocale()].copy}
    </button>
  </div>
);

/** A button that copies what the page shows in another form. Without the script, people print the page. */
export const CopyAll = ({ text, children }: { readonly text: string; readonly children: string }) => (
  <div class="copy inline">
    <pre hidden data-copied-text>
      {text}
    </pre>
    <button type="button" class="button primary" data-copy hidden>
      {children}
    </button>
    <button type="button" class="button" data-print hidden>
      {words[useLocale()].print}
    </button>
  </div>
);

/** Text in which `backquoted` parts are code. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}</>
);
