import type { ApiKey } from '../../accounts/api-keys/key-details.ts';
import type { Advice } from '../../accounts/api-keys/rotation.ts';
import type { Format, Locale } from '../kit/index.ts';
import { words } from './words.ts';

/** What to do about a key, in a sentence. */
export function adviceText(key: ApiKey, advice: Advice, format: Format): string {
  const text = words[format.locale];
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
export function adviceMark(advice: Advice, locale: Locale): string {
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
