import type { Spread } from './bench/statistics.ts';

export interface ChartPoint {
  readonly name: string;
  readonly ratio: Spread;
}

export interface ChartLine {
  readonly label: string;
  readonly points: readonly ChartPoint[];
}

export interface Chart {
  /** Read by screen readers, and shown above. */
  readonly title: string;
  /** What 1 stands for: the vertical line. */
  readonly one: string;
  readonly lines: readonly ChartLine[];
}

const [WIDTH, RIGHT, TOP, ROW] = [720, 40, 74, 34];
const LETTER = 7.2;
/** Told apart by shape as well, and seen on light and dark pages. */
const MARKS: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `<circle cx="${x}" cy="${y}" r="5" fill="#0f766e"/>`,
  (x, y) =>
    `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" fill="#c2410c" transform="rotate(45 ${x} ${y})"/>`,
  (x, y) => `<circle cx="${x}" cy="${y}" r="4" fill="none" stroke="#6d28d9" stroke-width="2"/>`,
];
const INK = '#64748b';

/** An SVG of ratios with their ranges on a logarithmic axis: half and twice are as far from 1. */
export function chartOf({ title, one, lines }: Chart): string {
  const names = [...new Set(lines.flatMap(({ points }) => points.map(({ name }) => name)))];
  const left = rounded(24 + LETTER * Math.max(...lines.map(({ label }) => label.length)));
  const x = axisFor(lines, left);
  const height = TOP + ROW * lines.length + 16;
  const parts = [
    `<text x="12" y="22" font-size="15" font-weight="600">${escaped(title)}</text>`,
    ...names.map(legend),
    ...x.ticks.map((tick) => tickAt(x.at(tick), tick, height, tick === 1 ? one : '')),
    ...lines.flatMap((line, row) => lineAt(line, TOP + ROW * row + ROW / 2, names, x)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="13" fill="${INK}">
${parts.join('\n')}
</svg>
`;
}

interface Axis {
  /** Where it begins. */
  readonly left: number;
  readonly ticks: readonly number[];
  at(ratio: number): number;
}

/** Powers of two around everything that is shown, and 1. */
function axisFor(lines: readonly ChartLine[], left: number): Axis {
  const shown = [1, ...lines.flatMap(({ points }) => points.flatMap(({ ratio }) => Object.values(ratio)))];
  const first = Math.floor(Math.log2(Math.min(...shown)));
  const last = Math.max(first + 1, Math.ceil(Math.log2(Math.max(...shown))));
  const step = (WIDTH - left - RIGHT) / (last - first);
  return {
    left,
    ticks: Array.from({ length: last - first + 1 }, (_, index) => 2 ** (first + index)),
    at: (ratio) => rounded(left + (Math.log2(ratio) - first) * step),
  };
}

const legend = (name: string, index: number): string => {
  const left = 18 + index * 130;
  return `${MARKS[index % MARKS.length]!(left, 42)}<text x="${left + 12}" y="46">${escaped(name)}</text>`;
};

const tickAt = (x: number, tick: number, height: number, note: string): string =>
  `<line x1="${x}" x2="${x}" y1="${TOP - 4}" y2="${height - 8}" stroke="${INK}" stroke-opacity="${tick === 1 ? 0.9 : 0.25}"/>` +
  `<text x="${x}" y="${TOP - 10}" text-anchor="middle">${tick} ×${note === '' ? '' : ` ${escaped(note)}`}</text>`;

function lineAt(
  { label, points }: ChartLine,
  y: number,
  names: readonly string[],
  { left, at }: Axis,
): string[] {
  const drawn = points.map(({ name, ratio }) => {
    const index = names.indexOf(name);
    const [from, to, middle] = [at(ratio.lowest), at(ratio.highest), at(ratio.median)];
    const height = y + (index - (names.length - 1) / 2) * 8;
    return `<line x1="${from}" x2="${to}" y1="${height}" y2="${height}" stroke="${INK}" stroke-width="2"/>${MARKS[index % MARKS.length]!(middle, height)}`;
  });
  return [`<text x="${left - 12}" y="${y + 4}" text-anchor="end">${escaped(label)}</text>`, ...drawn];
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
