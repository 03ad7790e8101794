/** The parts of an Arazzo 1.0 document that its page shows. */
export interface ArazzoDocument {
  readonly info: {
    readonly title: string;
    readonly summary: string;
    readonly description: string;
    /** Its position on the page that lists the workflows. */
    readonly 'x-position': number;
  };
  readonly sourceDescriptions: readonly { readonly url: string }[];
  readonly workflows: readonly {
    readonly workflowId: string;
    readonly inputs: object;
    readonly steps: readonly Step[];
  }[];
  readonly components?: { readonly failureActions?: Readonly<Record<string, RetryAction>> };
}

export interface Step {
  readonly stepId: string;
  readonly description: string;
  readonly operationId: string;
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

/** The workflows by name, in the order in which they are listed. */
export type Workflows = ReadonlyMap<string, ArazzoDocument>;

const position = ({ info }: ArazzoDocument): number => info['x-position'];

export const inOrder = (documents: Readonly<Record<string, ArazzoDocument>>): Workflows =>
  new Map(Object.entries(documents).sort(([, a], [, b]) => position(a) - position(b)));

/** For programs. Its reference to the contract is relative to the file in openapi/workflows/, so it's replaced. */
export const workflowJson = (document: ArazzoDocument): string =>
  JSON.stringify({
    ...document,
    sourceDescriptions: document.sourceDescriptions.map((source) => ({ ...source, url: '/openapi.json' })),
  });

/** "add-stock" becomes "Add stock". */
export const heading = (stepId: string): string =>
  stepId[0]!.toUpperCase() + stepId.slice(1).replaceAll('-', ' ');
