import type { VNode } from 'preact';
import type { Locale } from '../kit/language/locale.ts';
import { summarize } from './scope-choice.ts';
import { words } from './words.ts';

/** Scopes as a person would say them: the resources, and quietly what the key may do with them. */
export function ScopeSummary({ scopes, locale }: { scopes: readonly string[]; locale: Locale }): VNode {
  const text = words[locale];
  const groups = summarize(scopes);
  if (groups.length === 0) return <span class="quiet">{text.noScopes}</span>;
  return (
    <>
      {groups.map(({ resources, access }) => (
        <span key={access.join()} class="scopes-line">
          {resources === 'all' ? text.all : resources.map(text.resource).join(', ')}{' '}
          <span class="quiet">{access.map((each) => text[each]).join(', ')}</span>
        </span>
      ))}
    </>
  );
}
