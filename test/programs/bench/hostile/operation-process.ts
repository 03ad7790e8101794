// Measures the hostile bodies of one operation in a separate process: `operation-process.ts <operation> <cpu|memory>`.
import { type OperationId, operationById } from '../../../../server/base/contract.ts';
import { type HostileBody, hostileBodies } from './hostile-bodies.ts';
import { type Cost, cpu, memory } from './measure.ts';
import { BodyPipeline } from './pipeline.ts';

/** The body limit of operations that don't set one. */
const DEFAULT_BYTES = 100_000;
/** All bodies are first screened at this fraction of the limit; the worst ones are then measured at full size. */
const SCREENING_SHARE = 1 / Number(process.env.SCREENING ?? 20);
const FINALISTS = Number(process.env.FINALISTS ?? 10);
/** Restricts a run to bodies whose kind matches. */
const KINDS = new RegExp(process.env.KINDS ?? '');
/** The median of these counts: the first rounds run code that isn't optimized yet. */
const ROUNDS = 25;
/**
 * With a smaller body, the fixed cost of a request (about 0.1 ms and 20 kB) outweighs that of the body. Operations with
 * few fields have no larger valid body, so theirs aren't measured.
 */
const LEAST_BYTES = 10_000;
/** Enough for the pipeline's code to be compiled. */
const WARM_UP_BODIES = 100;

export interface Measured extends Cost {
  readonly kind: string;
  readonly bytes: number;
  readonly ratio: number;
}

const [id, what] = process.argv.slice(2) as [OperationId, 'cpu' | 'memory'];
const measure = { cpu, memory }[what];
const operation = operationById(id);
const limit = operation.maxBodyBytes ?? DEFAULT_BYTES;
const pipeline = new BodyPipeline(operation);

async function measured({ kind, build }: HostileBody, bytes: number, rounds: number): Promise<Measured> {
  const body = Buffer.from(build(bytes));
  if (body.length > limit) throw new Error(`${id}, ${kind} has ${body.length} bytes.`);
  const cost = await measure(pipeline, body, rounds);
  return { kind, bytes: body.length, ratio: cost.cost / cost.baseline, ...cost };
}

const byRatio = (a: Measured, b: Measured): number => b.ratio - a.ratio;

await pipeline.warmUp();
const bodies = hostileBodies(operation).filter(
  ({ kind, build }) => KINDS.test(kind) && build(limit).length >= LEAST_BYTES,
);
for (const body of bodies.slice(0, WARM_UP_BODIES)) await measured(body, limit * SCREENING_SHARE, 2);
const screened: Measured[] = [];
for (const body of bodies)
  screened.push(await measured(body, limit * SCREENING_SHARE, what === 'cpu' ? 2 : 1));
const finalists = new Set(
  screened
    .sort(byRatio)
    .slice(0, FINALISTS)
    .map(({ kind }) => kind),
);
const results: Measured[] = [];
for (const body of bodies) {
  if (!finalists.delete(body.kind)) continue;
  results.push(await measured(body, limit, ROUNDS));
}
results.sort(byRatio);
console.log(JSON.stringify({ bodies: bodies.length, worst: results }));
