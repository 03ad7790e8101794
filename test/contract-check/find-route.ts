import { allowedMethods, contract, methodsOf, type Operation, prefix } from './contract.ts';

/** The route of a request: no `path` if none matches, no `operation` if the path doesn't have the method. */
export interface Route {
  path?: string;
  methods: string[];
  operation?: Operation;
}

// `{` sorts after every character of a literal segment, so literal paths are tried before templates.
const templates = Object.keys(contract.paths).sort();

const segments = (path: string): string[] => path.split('/');

function fits(template: string, asked: string[]): boolean {
  const parts = segments(prefix + template);
  return (
    parts.length === asked.length &&
    parts.every((part, i) => part === asked[i] || (part[0] === '{' && asked[i] !== ''))
  );
}

/** Paths match exactly: case and a trailing slash matter. */
export function findRoute(method: string, url: string): Route {
  const asked = segments(new URL(url, 'http://localhost').pathname);
  const path = templates.find((template) => fits(template, asked));
  if (path === undefined) return { methods: [] };
  const item = contract.paths[path]!;
  // A HEAD is answered like the GET.
  const wanted = method.toUpperCase().replace('HEAD', 'GET');
  return {
    path,
    methods: allowedMethods(item),
    operation: methodsOf(item).find((each) => each.method === wanted)?.operation,
  };
}
