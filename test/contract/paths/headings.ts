/** Code has neither links nor headings. Each line keeps its number. */
export const withoutCode = (markdown: string): string =>
  markdown
    .replace(/^ *```[\s\S]*?^ *```/gm, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** GitHub's ids of headings: a second one of the same text ends with -1. */
export function headingIds(markdown: string): Set<string> {
  const ids = new Set<string>();
  const fenced = markdown.replace(/^ *```[\s\S]*?^ *```/gm, '');
  for (const [, heading] of fenced.matchAll(/^#{1,6} +(.+)$/gm)) {
    const id = idOf(heading!);
    let free = id;
    for (let n = 1; ids.has(free); n += 1) free = `${id}-${n}`;
    ids.add(free);
  }
  return ids;
}

const idOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** The served chapters have ids without accents; GitHub shows the chapter without going to the heading. */
const withoutAccents = (id: string): string => id.normalize('NFD').replace(/\p{M}/gu, '');

export const hasHeading = (markdown: string, id: string): boolean =>
  [...headingIds(markdown)].some((own) => own === id || withoutAccents(own) === id);
