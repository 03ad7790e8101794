import ts from 'typescript';

/** What a marked function calls. It is set while requests are traced. */
declare global {
  var tracedFile: ((file: string) => void) | undefined;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A file of the server with a call at the beginning of each function and initial value, which tells the file's name. */
export function markFunctions(source: string, text: string): string {
  if (!source.startsWith('server/')) return text;
  const mark = `globalThis.tracedFile?.(${JSON.stringify(source)})`;
  const insertions: Insertion[] = [];
  const markExpression = (expression: ts.Expression): void => {
    insertions.push({ at: expression.getStart(), text: `(${mark}, ` }, { at: expression.end, text: ')' });
  };
  const visit = (node: ts.Node): void => {
    const body = bodyOf(node);
    if (body && ts.isBlock(body)) insertions.push({ at: body.getStart() + 1, text: ` ${mark};` });
    else if (body) markExpression(body);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.js', text, ts.ScriptTarget.Latest, true));
  return insertAll(text, insertions);
}

function bodyOf(node: ts.Node): ts.Block | ts.Expression | undefined {
  if (ts.isPropertyDeclaration(node)) return node.initializer;
  return ts.isFunctionLike(node) ? (node as ts.FunctionLikeDeclaration).body : undefined;
}

/** From the end, so that the places before stay where they are. */
function insertAll(text: string, insertions: readonly Insertion[]): string {
  return insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((result, { at, text: added }) => result.slice(0, at) + added + result.slice(at), text);
}
