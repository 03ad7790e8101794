// All kinds of mistakes. Each one takes a valid request and adds one mistake to it.

import { batchRowMistake } from './batch-mistakes.ts';
import { bodyMistake, textMistake } from './body-mistakes.ts';
import { contentMistake, headerMistake, keyMistake } from './header-mistakes.ts';
import type { Mistake } from './mistake.ts';
import { methodMistake, pathMistake, referenceMistake } from './path-mistakes.ts';
import { protocolMistake } from './protocol-mistakes.ts';
import { queryMistake } from './query-mistakes.ts';

export const MISTAKES: readonly { readonly mistake: Mistake; readonly weight: number }[] = [
  { mistake: bodyMistake, weight: 30 },
  { mistake: batchRowMistake, weight: 8 },
  { mistake: textMistake, weight: 6 },
  { mistake: contentMistake, weight: 4 },
  { mistake: headerMistake, weight: 8 },
  { mistake: keyMistake, weight: 4 },
  { mistake: queryMistake, weight: 14 },
  { mistake: pathMistake, weight: 8 },
  { mistake: referenceMistake, weight: 8 },
  { mistake: methodMistake, weight: 4 },
  { mistake: protocolMistake, weight: 6 },
];
