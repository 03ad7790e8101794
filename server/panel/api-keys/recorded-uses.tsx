import type { VNode } from 'preact';
import { MAX_DELAY_MS } from '../../accounts/api-keys/last-used-writer.ts';
import type { PanelRequest } from '../request/route.ts';
import { words } from './words.ts';

/**
 * Up to when uses are certain to show. This process's own are written before the page is made, but the others write theirs
 * only every few seconds: somebody who decides by "not used" must know that.
 */
export const RecordedUses = ({ request: { locale, format, deps } }: { request: PanelRequest }): VNode => (
  <p class="hint">
    {words[locale].usesUntil(format.time(new Date(deps.nowMs() - MAX_DELAY_MS).toISOString()))}
  </p>
);
