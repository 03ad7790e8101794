import path from 'node:path';
import { withoutCode } from './headings.ts';

/** A path that a text names. */
export interface NamedPath {
  readonly line: number;
  /** As it is written. */
  readonly written: string;
  /** From the root, or only the end of a path. */
  readonly path: string;
  readonly from: 'root' | 'anywhere';
  /** Of a heading: `#limits` without the `#`. */
  readonly anchor?: string | undefined;
}

const ROOTS = 'server|sdk|test|openapi|docs|deploy|generated|\\.ci';
/** Not .js and .json, which end the names of packages too, except in a path. */
const SOURCE = 'tsx?|sql|md|ya?ml';
/** The last group is the first character that can't be in a path: after `server/$` comes a name that varies. */
const FROM_ROOT = new RegExp(
  `(?<![\\w./@$}>:-])((?:${ROOTS})/[\\w./-]*)(?:#([\\p{L}\\p{N}_-]+))?([$*{<[…]?)`,
  'gu',
);
const RELATIVE = new RegExp(`['"\`](\\.\\.?/[\\w./-]*\\.(?:${SOURCE}|js|css))['"\`]`, 'g');
const QUOTED_NAME = new RegExp(`\`(\\w[\\w./-]*\\.(?:${SOURCE})|\\w[\\w.-]*(?:/[\\w.-]+)*/)\``, 'g');
const COMMENT = /(?:(?<!:)\/\/|^\s*\/?\*|^\s*--|^\s*#)(.*)$/;
const NAME = new RegExp(`(?<![\\w/.<*-])(\\w[\\w./-]*\\.(?:${SOURCE}))(?![\\w*-])`, 'g');
const LINK = /\]\(([^)\s]+)\)/g;

/** Every path that the text of a file names: from the root, relative, as a link, or the end of one. */
export function namedPaths(file: string, text: string): NamedPath[] {
  const isMarkdown = file.endsWith('.md');
  const inLines = text.split('\n').flatMap((content, index) => {
    const line = index + 1;
    const ends = isMarkdown ? content.matchAll(QUOTED_NAME) : namesInComment(content);
    return [
      ...[...content.matchAll(FROM_ROOT)].map((match) => fromRoot(match, line)),
      ...[...ends, ...content.matchAll(RELATIVE)].map(([, end]) => anywhere(end!, line)),
    ];
  });
  return isMarkdown ? [...inLines, ...links(file, text)] : inLines;
}

/** Of `test/sdk/part-${n}.ts` and `generated/NAME` the folder is checked. */
function fromRoot([, written, anchor, varies]: RegExpExecArray, line: number): NamedPath {
  const whole = varies ? written!.slice(0, written!.lastIndexOf('/')) : written!;
  const named = whole.replace(/\/[A-Z]+$/, '').replace(/[./-]+$/, '');
  const asWritten = written!.replace(/[.-]+$/, '') + (anchor === undefined ? '' : `#${anchor}`);
  return { line, written: asWritten, path: named, from: 'root', anchor };
}

/** A relative path in a string may belong to another folder, that of a generated file for example. */
const anywhere = (written: string, line: number): NamedPath => ({
  line,
  written,
  path: written.replace(/^(\.\.?\/)+/, '').replace(/\/$/, ''),
  from: 'anywhere',
});

function namesInComment(line: string): RegExpExecArray[] {
  const [, comment = ''] = COMMENT.exec(line) ?? [];
  return [...comment.matchAll(NAME)];
}

/** Links of the served pages, `/docs/webhooks`, and of the web aren't files. */
function links(file: string, text: string): NamedPath[] {
  const plain = withoutCode(text);
  return [...plain.matchAll(LINK)]
    .filter(([, target]) => !/^(\/|[a-z]+:)/.test(target!))
    .map((match) => linkTo(file, match[1]!, plain.slice(0, match.index).split('\n').length));
}

function linkTo(file: string, written: string, line: number): NamedPath {
  const [target, anchor] = written.split('#') as [string, string?];
  const to = target === '' ? file : path.posix.join(path.posix.dirname(file), target).replace(/\/$/, '');
  return { line, written, path: to, from: 'root', anchor };
}
