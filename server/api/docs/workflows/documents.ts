import { type OperationId, readGenerated } from '../../../base/contract.ts';

/** The parts of an Arazzo 1.0 document that its page shows. */
export interface ArazzoDocument {
  readonly info: {
    readonly title: string;
    readonly summary: string;
    readonly description: string;
    /** Its position on the page that lists the workflows. */
    readonly 'x-position': number;
  };
  readonly sourceDescriptions: readonly {
    readonly name: string;
    readonly type: string;
    readonly url: string;
  }[];
  readonly workflows: readonly ArazzoWorkflow[];
  readonly components?: {
    readonly failureActions?: Readonly<Record<string, RetryAction>>;
  };
}

interface ArazzoWorkflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly description: string;
  readonly inputs: {
    readonly properties: Readonly<Record<string, { readonly description: string }>>;
  };
  readonly steps: readonly Step[];
}

export interface Step {
  readonly stepId: string;
  readonly description: string;
  readonly operationId: OperationId;
  readonly parameters?: readonly StepParameter[];
  readonly requestBody?: { readonly payload: unknown };
  readonly successCriteria: readonly Criterion[];
  readonly onFailure?: readonly { readonly reference: string }[];
  readonly outputs?: Readonly<Record<string, string>>;
}

export interface StepParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly value: unknown;
}

export interface Criterion {
  readonly type?: 'jsonpath' | 'regex';
  readonly condition: string;
}

export interface RetryAction {
  /** In seconds. */
  readonly retryAfter: number;
  readonly retryLimit: number;
}

type Documents = Readonly<Record<string, ArazzoDocument>>;

const position = ({ info }: ArazzoDocument): number => info['x-position'];

/** The workflows by name, in the order in which they are listed. */
export const workflows: ReadonlyMap<string, ArazzoDocument> = new Map(
  Object.entries(JSON.parse(readGenerated('workflows.json')) as Documents).sort(
    ([, a], [, b]) => position(a) - position(b),
  ),
);

/** For programs. Its reference to the contract is relative to the file in openapi/workflows/, so it's replaced. */
export const workflowJson = (document: ArazzoDocument): string =>
  JSON.stringify({
    ...document,
    sourceDescriptions: document.sourceDescriptions.map((source) => ({ ...source, url: '/openapi.json' })),
  });
