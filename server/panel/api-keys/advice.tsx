import type { VNode } from 'preact';
import type { Advice } from '../../accounts/api-keys/rotation.ts';
import { Notice } from '../kit/index.ts';
import type { PanelRequest } from '../request/route.ts';
import type { KeyProps } from './key-facts.tsx';
import { words } from './words.ts';

type AdviceProps = KeyProps & { readonly advice: Advice };

/** What to do about a key, in a sentence, above its details. */
export const AdviceNotice = (props: AdviceProps): VNode => (
  <Notice kind={props.advice.kind === 'deactivate_old' ? 'done' : 'warning'}>{adviceText(props)}</Notice>
);

/** The same without its box. */
export function adviceText({ apiKey: key, advice, request: { locale, format } }: AdviceProps): string {
  const text = words[locale];
  switch (advice.kind) {
    case 'make_successor':
      return `${text.expires(format.relative(key.expiresAt!))}. ${text.adviceMakeSuccessor}`;
    case 'deactivate_unused':
      return key.lastUsedAt === null
        ? text.adviceNeverUsed(format.date(key.createdAt))
        : text.adviceUnused(format.date(key.lastUsedAt));
    case 'use_successor':
      return text.adviceUseSuccessor(advice.successor.prefix);
    case 'still_in_use': {
      const { prefix, createdAt } = advice.successor;
      const said = key.lastUsedAt! < createdAt ? text.adviceMayBeIdle : text.adviceStillInUse;
      return said(prefix, format.relative(key.lastUsedAt!));
    }
    case 'deactivate_old':
      return key.lastUsedAt === null
        ? text.adviceDeactivateNeverUsed(advice.successor.prefix)
        : text.adviceDeactivateOld(advice.successor.prefix, format.date(key.lastUsedAt));
  }
}

/** The same in a few words, under the key's status in the list. */
export function adviceMark(advice: Advice, { locale }: PanelRequest): string {
  const text = words[locale];
  switch (advice.kind) {
    case 'make_successor':
      return text.markSuccessor;
    case 'deactivate_unused':
      return text.markUnused;
    case 'use_successor':
    case 'still_in_use':
      return text.markReplacing(advice.successor.prefix);
    case 'deactivate_old':
      return text.markDeactivate;
  }
}
