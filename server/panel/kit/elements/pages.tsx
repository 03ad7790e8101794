import type { VNode } from 'preact';
import type { Locale } from '../language/locale.ts';
import { words } from '../words.ts';

interface PagesProps {
  readonly locale: Locale;
  /** Links with their query; undefined at the end. */
  readonly newer?: string;
  readonly older?: string;
}

/** Links to the first and the next page of a list that is read by keyset. */
export const Pages = ({ locale, newer, older }: PagesProps): VNode | null =>
  newer === undefined && older === undefined ? null : (
    <nav class="pages">
      {newer === undefined ? null : (
        <a class="button" href={newer} rel="prev">
          {words[locale].newer}
        </a>
      )}
      {older === undefined ? null : (
        <a class="button" href={older} rel="next">
          {words[locale].older}
        </a>
      )}
    </nav>
  );
