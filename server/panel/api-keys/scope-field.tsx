import type { VNode } from 'preact';
import { Choice, FieldGroup, type Locale } from '../kit/index.ts';
import { ACCESSES, ALL, ALL_READ, hasAll, hasAllRead, isScope, RESOURCES } from './scope-choice.ts';
import { words } from './words.ts';

interface ScopeFieldProps {
  readonly locale: Locale;
  readonly scopes: readonly string[];
  readonly error: string | undefined;
}

/** A table of read and write by resource, and two boxes above it that count for many. */
export function ScopeField({ locale, scopes, error }: ScopeFieldProps): VNode {
  const text = words[locale];
  return (
    <FieldGroup name="scopes" label={text.scopes} hint={text.scopesHint} error={error}>
      <div class="choices" data-check-all>
        <Choice type="checkbox" name="scopes" value={ALL_READ} checked={hasAllRead(scopes)}>
          {text.allRead}
        </Choice>
        <Choice type="checkbox" name="scopes" value={ALL} checked={hasAll(scopes)}>
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
            <ScopeRow key={resource} {...{ locale, scopes, resource }} />
          ))}
        </tbody>
      </table>
    </FieldGroup>
  );
}

interface ScopeRowProps extends Omit<ScopeFieldProps, 'error'> {
  readonly resource: string;
}

function ScopeRow({ locale, scopes, resource }: ScopeRowProps): VNode {
  const text = words[locale];
  return (
    <tr>
      <th scope="row">
        {text.resource(resource)} <code class="quiet">{resource}</code>
      </th>
      {ACCESSES.map((access) => {
        const scope = `${resource}.${access}`;
        return (
          <td key={access}>
            {isScope(scope) ? (
              <label>
                <input type="checkbox" name="scopes" value={scope} checked={scopes.includes(scope)} />
                <span class="visually-hidden">{text.grant(text[access], text.resource(resource))}</span>
              </label>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}
