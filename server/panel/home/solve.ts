import { recordAudit } from '../../accounts/audit/store.ts';
import { listProblems, type Problem, problemKey, problemName } from '../../webhooks/alerts/problems.ts';
import { findEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { linkTo } from '../request/form.ts';
import { type PanelRequest, type PanelResponse, redirect } from '../request/route.ts';
import { endpointName } from '../webhooks/endpoint.tsx';
import { home } from './home.tsx';
import { words } from './words.ts';

/** Marks a problem as solved. The mark is the audit's entry: it ends with the next failure. */
export async function solveProblem(request: PanelRequest): Promise<PanelResponse> {
  const { form, locale } = request;
  const text = words[locale];
  const marked = await mark(request, 'problem.solved');
  if (marked === undefined) return home(request, text.solvedAlready);
  const { name, failed } = marked;
  const shown = linkTo('/panel', { solved: form.text('problem') });
  return redirect(shown, failed > 0 ? text.solvedUnsent(name, failed) : text.solvedNow(name));
}

/** Whoever marked the wrong one takes it back. */
export async function reopenProblem(request: PanelRequest): Promise<PanelResponse> {
  const text = words[request.locale];
  const marked = await mark(request, 'problem.reopened');
  return marked ? redirect('/panel', text.reopened(marked.name)) : home(request, text.solvedAlready);
}

/** Undefined if there's no such problem any more, or it has the mark already. */
async function mark(
  request: PanelRequest,
  action: 'problem.solved' | 'problem.reopened',
): Promise<{ readonly name: string; readonly failed: number } | undefined> {
  const { db, tenant, actor, form } = request;
  const isWanted = (each: Problem): boolean => problemKey(each) === form.text('problem');
  const problem = (await listProblems(db, tenant.id)).find(isWanted);
  const endpoint = problem && (await findEndpoint(db, { tenantId: tenant.id, id: problem.endpointId }));
  if (!problem || !endpoint || problem.isSolved === (action === 'problem.solved')) return undefined;
  const { facts, failed } = problem;
  await db.transaction((tx) =>
    recordAudit(tx, {
      tenantId: tenant.id,
      actor,
      action,
      target: { type: 'endpoint', id: endpoint.id, name: endpoint.url },
      details: { problem: problemName(facts), failed },
    }),
  );
  return { name: endpointName(endpoint), failed };
}
