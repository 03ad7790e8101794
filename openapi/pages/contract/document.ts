import type { Document as DocumentOfSdk, PlacedOperation, Schema } from '../../sdk/document.ts';

/** What the pages show of the bundled contract, beside what the SDK's generator reads. */
export interface Document extends DocumentOfSdk {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookObject }>>;
  readonly components: DocumentOfSdk['components'] & {
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
}

export interface OperationObject extends PlacedOperation {
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-problem-codes'?: readonly string[];
  readonly 'x-deprecated-at'?: string;
  readonly 'x-sunset-at'?: string;
  readonly deprecated?: boolean;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface ResponseObject {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, MediaObject>>;
}

export interface MediaObject {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** The lint rule tradepost/event-catalogue makes sure of the form of `x-event`. */
interface WebhookObject extends OperationObject {
  readonly requestBody: { readonly content: Readonly<Record<string, MediaObject>> };
  readonly 'x-event': {
    readonly scope: string;
    readonly fires: Readonly<Record<string, Sentence & { readonly by: readonly string[] }>>;
    readonly does_not_fire: Readonly<Record<string, Sentence>>;
    readonly notes?: Readonly<Record<string, Sentence>>;
  };
}

export interface Sentence {
  readonly en: string;
  readonly pt: string;
}
