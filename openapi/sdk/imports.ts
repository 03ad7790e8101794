export const HEADER = '// Generated from the contract by `npm run generate`. Do not edit.\n';

/** The types that a generated file of the SDK uses, collected while its text is written. */
export class Imports {
  readonly #types = new Map<string, Set<string>>();
  readonly #batchFile: string;

  constructor(batchFile: string) {
    this.#batchFile = batchFile;
  }

  from(file: string, type: string): string {
    this.#types.set(file, (this.#types.get(file) ?? new Set()).add(type));
    return type;
  }

  generated(type: string): string {
    return this.from('../../../generated/sdk-types.ts', type);
  }

  ofBatches(type: string): string {
    return this.from(this.#batchFile, type);
  }

  /** A row of most batches creates or changes a resource, so it has two types. `by` is the type of what finds an existing one. */
  batchItem(schema: string, by?: string): string {
    const resource = /^(.+)(Update|Upsert)$/.exec(schema)?.[1];
    if (!resource) return this.generated(schema);
    const types = [this.generated(`${resource}Create`), this.generated(schema), ...(by ? [by] : [])];
    return `${this.ofBatches('BatchItem')}<${types.join(', ')}>`;
  }

  lines(): string {
    const lines = [...this.#types].map(
      ([file, types]) => `import type { ${[...types].join(', ')} } from '${file}';\n`,
    );
    return lines.join('');
  }
}
