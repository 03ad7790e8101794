import { SCOPES, type Scope } from '../../accounts/api-keys/scopes.ts';
import { Choice, FieldGroup, useLocale } from '../kit/index.ts';
import { resourceName, words } from './words.ts';

/** The first words of the scopes, in the contract's order: orders, products… */
const RESOURCES: readonly string[] = [...new Set(SCOPES.map((scope) => scope.split('.')[0]!))];
const ACCESSES = ['read', 'write'] as const;

/** The two boxes above the table. They count beside the table's boxes, so no order of clicks is wrong. */
const ALL = 'all';
const ALL_READ = 'all.read';

export const isScope = (text: string): text is Scope => SCOPES.includes(text);
const isBox = (word: string): boolean => word === ALL || word === ALL_READ || isScope(word);
export const readScopes = SCOPES.filter((scope) => scope.endsWith('.read'));

/** The scopes of the boxes that were checked, in the contract's order. Boxes that aren't ours count for nothing. */
export function scopesOf(checked: readonly string[]): readonly Scope[] {
  const chosen = new Set(checked);
  return SCOPES.filter(
    (scope) => chosen.has(ALL) || chosen.has(scope) || (chosen.has(ALL_READ) && readScopes.includes(scope)),
  );
}

export const hasUnknownBox = (checked: readonly string[]): boolean => !checked.every(isBox);

/** As a person would say it, resources with the same access together: "orders, products read, write; customers read". */
export function summarize(scopes: readonly string[]) {
  const held = RESOURCES.map((resource) => ({
    resource,
    access: ACCESSES.filter((access) => scopes.includes(`${resource}.${access}`)),
  })).filter(({ access }) => access.length > 0);
  const accesses = [...new Map(held.map(({ access }) => [access.join(), access])).values()];
  return accesses.map((access) => {
    const same = held.filter((each) => each.access.join() === access.join());
    const all = same.length === RESOURCES.length;
    return { access, resources: all ? ('all' as const) : same.map(({ resource }) => resource) };
  });
}

interface ScopesProps {
  readonly scopes: readonly string[];
}

/** A table of read and write by resource, and two boxes above it that count for many. */
export function ScopeField({ scopes }: ScopesProps) {
  const text = words[useLocale()];
  const hasAll = (wanted: readonly string[]): boolean => wanted.every((scope) => scopes.includes(scope));
  return (
    <FieldGroup name="scopes" label={text.scopes} hint={text.scopesHint}>
      <div class="choices" data-check-all>
        <Choice type="checkbox" name="scopes" value={ALL_READ} checked={hasAll(readScopes)}>
          {text.allRead}
        </Choice>
        <Choice type="checkbox" name="scopes" value={ALL} checked={hasAll(SCOPES)}>
          {text.allAccess}
        </Choice>
      </div>
      <noscript>
        <p class="hint">{text.scopesWithoutScript}</p>
      </noscript>
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">{text.resourceColumn}</th>
            {ACCESSES.map((access) => (
              <th key={access} scope="col">
                {text[access]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RESOURCES.map((resource) => (
            <ScopeRow key={resource} {...{ scopes, resource }} />
          ))}
        </tbody>
      </table>
    </FieldGroup>
  );
}

function ScopeRow({ scopes, resource }: ScopesProps & { readonly resource: string }) {
  const locale = useLocale();
  const text = words[locale];
  const name = resourceName(resource, locale);
  return (
    <tr>
      <th scope="row">
        {name} <code class="quiet">{resource}</code>
      </th>
      {ACCESSES.map((access) => {
        const scope = `${resource}.${access}`;
        return (
          <td key={access}>
            {isScope(scope) ? (
              <label>
                <input type="checkbox" name="scopes" value={scope} checked={scopes.includes(scope)} />
                <span class="visually-hidden">{text.grant(text[access], name)}</span>
              </label>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}
