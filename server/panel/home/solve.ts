import { recordAudit } from '../../accounts/audit/store.ts';
import { listProblems, problemKey, problemName } from '../../webhooks/alerts/problems.ts';
import { findEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { type PanelRequest, type PanelResponse, redirect } from '../request/route.ts';
import { endpointName } from '../webhooks/endpoint.tsx';
import { home } from './home.tsx';
import { words } from './words.ts';

/** Marks a problem as solved. The mark is the audit's entry: it ends with the next failure. */
export async function solveProblem(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, actor, form, locale } = request;
  const text = words[locale];
  const wanted = form.text('problem');
  const problem = (await listProblems(db, tenant.id)).find((each) => problemKey(each) === wanted);
  const key = problem && { tenantId: tenant.id, id: problem.endpointId };
  const endpoint = key && (await findEndpoint(db, key));
  if (!problem || !endpoint || problem.isSolved) return home(request, text.solvedAlready);
  await db.transaction((tx) =>
    recordAudit(tx, {
      tenantId: tenant.id,
      actor,
      action: 'problem.solved',
      target: { type: 'endpoint', id: endpoint.id, name: endpoint.url },
      details: { problem: problemName(problem.facts), failed: problem.failed },
    }),
  );
  const name = endpointName(endpoint);
  const { failed } = problem;
  return redirect('/panel', failed > 0 ? text.solvedUnsent(name, failed) : text.solvedNow(name));
}
