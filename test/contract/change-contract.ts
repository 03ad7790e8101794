// Changes to a contract that is parsed from its bundle. Each takes paths of keys, and throws if the contract has no such place.

export type Node = Record<string, unknown>;
export type Change = (contract: Node) => void;

export function at(contract: Node, path: string[]): Node {
  return path.reduce((node, step) => {
    if (node[step] === undefined)
      throw new Error(`The contract has no ${path.join(' > ')}: ${step} is missing.`);
    return node[step] as Node;
  }, contract);
}

export function put(path: string[], value: unknown): Change {
  return (contract) => {
    // A change may be applied to several contracts, and what it puts there be changed by others.
    at(contract, path.slice(0, -1))[path.at(-1)!] = structuredClone(value);
  };
}

export function drop(path: string[]): Change {
  return (contract) => {
    at(contract, path);
    delete at(contract, path.slice(0, -1))[path.at(-1)!];
  };
}

export function copy(from: string[], to: string[]): Change {
  return (contract) => put(to, at(contract, from))(contract);
}

export function rename(path: string[], from: string, to: string): Change {
  return (contract) => {
    copy([...path, from], [...path, to])(contract);
    drop([...path, from])(contract);
  };
}

/** Removes the last value of a list, so that the cases needn't repeat the list. */
export function dropLast(path: string[]): Change {
  return (contract) => put(path, (at(contract, path) as unknown as unknown[]).slice(0, -1))(contract);
}

export function append(path: string[], value: unknown): Change {
  return (contract) => put(path, [...(at(contract, path) as unknown as unknown[]), value])(contract);
}

/** Removes a parameter, whether it is written inline or referred to by its component's name. */
export function dropParameter(operation: string[], name: string): Change {
  return (contract) => {
    const given = at(contract, operation).parameters as Node[];
    const kept = given.filter(
      (parameter) => parameter.name !== name && parameter.$ref !== `#/components/parameters/${name}`,
    );
    if (kept.length === given.length) throw new Error(`${operation.join(' > ')} has no parameter ${name}.`);
    at(contract, operation).parameters = kept;
  };
}

export const schema = (name: string, ...rest: string[]): string[] => ['components', 'schemas', name, ...rest];

/** The path of an operation such as `GET /products`, or of something in it. */
export function operation(title: string, ...rest: string[]): string[] {
  const [method, path] = title.split(' ') as [string, string];
  return ['paths', path, method.toLowerCase(), ...rest];
}
