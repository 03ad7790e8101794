import type { components } from '../generated/openapi.ts';
import { problems } from './contract.ts';

export type ProblemCode = components['schemas']['ProblemCode'];
export type Fault = components['schemas']['ProblemError'];
export type ProblemBody = components['schemas']['Problem'];

export interface ProblemOptions {
  readonly errors?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Members beside the standard ones that the contract names for this code. */
  readonly members?: Readonly<Partial<Pick<ProblemBody, 'required_scopes' | 'granted_scopes' | 'allowed'>>>;
}

/** A refusal that the client is told about as it is. It is not for faults of ours: those stay ordinary errors. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return problems[this.code].status;
  }

  body(requestId: string): ProblemBody {
    const { status, title } = problems[this.code];
    return {
      type: `/docs/problems/${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
      request_id: requestId,
      errors: [...(this.options.errors ?? [])],
      ...this.options.members,
    };
  }
}

/** A problem of one place in the body: `problemAt('already_exists', '/sku', …)`. */
export function problemAt(code: ProblemCode, pointer: string, fault: string, detail: string): ApiProblem {
  return new ApiProblem(code, detail, { errors: [{ pointer: `#${pointer}`, code, detail: fault }] });
}

/** The same answer for an id that does not exist and for another tenant's: neither tells of the other's existence. */
export function notFound(noun: string, parameter: string): ApiProblem {
  return new ApiProblem('not_found', `There is no ${noun} with this id.`, {
    errors: [{ parameter, code: 'not_found', detail: `no ${noun} has this id` }],
  });
}

/** More would help nobody, and would make a large answer of a small request. */
export const MAX_FAULTS = 100;

export function invalidRequest(found: readonly Fault[]): ApiProblem {
  const errors = found.slice(0, MAX_FAULTS);
  const faults = errors.length === 1 ? '1 fault was' : `${errors.length} faults were`;
  return new ApiProblem('invalid_request', `${faults} found in the request; see errors.`, { errors });
}
