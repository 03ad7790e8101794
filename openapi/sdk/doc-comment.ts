/** A comment as editors show it, wrapped at the width of the sources. */
export function docComment(text: string, indent = ''): string {
  const safe = text.trim().replaceAll('*/', '*\\/');
  const width = 106 - indent.length;
  const lines = safe.split('\n').flatMap((line) => wrap(line, width));
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** A line of a list or table keeps its place: only text is wrapped. */
function wrap(line: string, width: number): string[] {
  if (/^\s*([-|]|\d+\.) ?/.test(line)) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + word.length >= width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

/** Sentences that aren't empty, each once. */
export function joinSentences(...sentences: readonly (string | undefined)[]): string {
  return [...new Set(sentences.map((sentence) => sentence?.trim() ?? ''))].filter(Boolean).join(' ');
}
