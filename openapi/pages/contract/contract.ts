import type { Components, Document } from '../../document.ts';
import { type Operation, operationsOf } from '../../operations.ts';
import { type EventEntry, readEvents } from './events.ts';
import { type DocumentedIssue, type DocumentedProblem, readIssues, readProblems } from './problems.ts';

/** The contract as the pages show it. */
export class Contract {
  readonly basePath: string;
  readonly operations: readonly Operation[];
  readonly problems: ReadonlyMap<string, DocumentedProblem>;
  readonly issues: readonly DocumentedIssue[];
  readonly events: readonly EventEntry[];
  readonly scopes: readonly string[];
  /** What requests and responses are made of. */
  readonly schemas: Components['schemas'];
  /** What each tag is about, in the order of the documentation. */
  readonly tags: ReadonlyMap<string, string>;
  /** The guide's chapters, in the order in which the contract's description names them. */
  readonly chapters: readonly string[];

  constructor(document: Document) {
    this.basePath = document.servers[0]!.url;
    this.operations = operationsOf(document);
    this.problems = readProblems(document.components, this.operations);
    this.issues = readIssues(document.components);
    this.events = readEvents(document);
    this.scopes = document.components.schemas.Scope!['x-extensible-enum']!;
    this.schemas = document.components.schemas;
    this.tags = new Map(document.tags.map(({ name, description }) => [name, description]));
    this.chapters = [...document.info.description.matchAll(/\(\/docs\/guides\/([a-z0-9-]+)\)/g)].map(
      ([, slug]) => slug!,
    );
  }

  operation(id: string): Operation {
    const operation = this.operations.find((one) => one.operationId === id);
    if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
    return operation;
  }
}
