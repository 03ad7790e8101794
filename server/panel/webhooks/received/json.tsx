import type { VNode } from 'preact';

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
/** A kilobyte of brackets would become a megabyte of blanks. */
const MAX_INDENT = 12;
/** How JSON with something in it begins. */
const BEGINNING = /^\s*(\{\s*"|\[)/;

/**
 * JSON with line breaks, its values as they were sent. One that was cut is indented as far as it goes. Undefined if it isn't JSON.
 */
export function indentJson(text: string, isCut = false): string | undefined {
  if (!isJson(text) && !(isCut && BEGINNING.test(text))) return undefined;
  const tokens = text.match(TOKEN) ?? [];
  const line = (depth: number): string => `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
  let depth = 0;
  return tokens
    .map((token, index) => {
      if (token === ',') return token + line(depth);
      if (token === ':') return ': ';
      if ('}]'.includes(token)) return '{['.includes(tokens[index - 1]!) ? token : line(--depth) + token;
      if (!'{['.includes(token) || '}]'.includes(tokens[index + 1] ?? ' ')) return token;
      depth += 1;
      return token + line(depth);
    })
    .join('');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Keys, strings, and numbers and words. */
const COLOURED = /"(?:[^"\\]|\\.)*"?(?=(:)?)|-?\b(?:\d[\d.eE+-]*|true|false|null)\b/g;

/** Indented JSON in colours. */
export function Json({ text }: { readonly text: string }) {
  const parts: (string | VNode)[] = [];
  let end = 0;
  for (const { 0: token, 1: isKey, index } of text.matchAll(COLOURED)) {
    const kind = isKey ? 'json-key' : token.startsWith('"') ? 'json-string' : 'json-word';
    parts.push(text.slice(end, index), <span class={kind}>{token}</span>);
    end = index + token.length;
  }
  return <>{[...parts, text.slice(end)]}</>;
}
