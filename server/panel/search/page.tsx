import { Empty, useLocale } from '../kit/index.ts';
import { type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { find, type Group, type Hit } from './find.ts';
import { subjectPage } from './subject-page.tsx';
import { words } from './words.ts';

/** More of one kind are no answer. */
const MAX_HITS = 10;
const GROUPS: readonly Group[] = [
  ...(['order', 'logged', 'refusal', 'customer', 'product', 'coupon', 'promotion'] as const),
  ...(['webhooks', 'apiKeys', 'member'] as const),
];

/** Goes to what was meant, if one thing is exactly that. */
export async function searchPage(request: PanelRequest): Promise<PanelResponse> {
  const { query, locale } = request;
  if (query.has('of')) return subjectPage(request);
  const text = words[locale];
  const typed = query.text('q');
  const hits = await find(request, typed);
  const exact = hits.filter((hit) => hit.exact);
  if (exact.length === 1) return redirect(exact[0]!.href);
  if (typed === '') return page({ title: text.search, heading: { intro: text.intro } });
  if (hits.length > 0)
    return page({ title: text.search, heading: { title: text.results(typed) } }, <Results hits={hits} />);
  return page(
    { title: text.search, heading: {} },
    <Empty title={text.nothing(typed)}>
      <p>{text.nothingHelp}</p>
    </Empty>,
  );
}

const Results = ({ hits }: { readonly hits: readonly Hit[] }) => (
  <>
    {GROUPS.map((group) => [group, hits.filter((hit) => hit.group === group)] as const).map(([group, of]) =>
      of.length === 0 ? null : (
        <section key={group}>
          <h2>{words[useLocale()][group]}</h2>
          <ul class="hits">
            {of.slice(0, MAX_HITS).map(({ href, title, about }) => (
              <li key={href}>
                <a href={href}>
                  <bdi>{title}</bdi>
                  {about.map((each) =>
                    each === null || each === title ? null : (
                      <span key={each} class="quiet">
                        {' · '}
                        <bdi>{each}</bdi>
                      </span>
                    ),
                  )}
                </a>
              </li>
            ))}
          </ul>
          {of.length > MAX_HITS ? <p class="hint">{words[useLocale()].more(MAX_HITS)}</p> : null}
        </section>
      ),
    )}
  </>
);
