import type { VNode } from 'preact';
import { FieldGroup } from '../kit/elements/field-group.tsx';
import type { Locale } from '../kit/language/locale.ts';
import { words as formWords } from './form-words.ts';
import { ACCESSES, ALL, ALL_READ, hasAll, hasAllRead, isScope, RESOURCES } from './scope-choice.ts';
import { words } from './words.ts';

interface ScopeFieldProps {
  readonly locale: Locale;
  readonly scopes: readonly string[];
  readonly error: string | undefined;
}

/** A table of read and write by resource, and two boxes above it that count for many. */
export function ScopeField({ locale, scopes, error }: ScopeFieldProps): VNode {
  const text = formWords[locale];
  return (
    <FieldGroup name="scopes" label={words[locale].scopes} hint={text.scopesHint} error={error}>
      <div class="choices" data-check-all>
        <Box value={ALL_READ} label={text.allRead} checked={hasAllRead(scopes)} />
        <Box value={ALL} label={text.allAccess} checked={hasAll(scopes)} />
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
                {words[locale][access]}
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

const Box = ({ value, label, checked }: { value: string; label: string; checked: boolean }): VNode => (
  <label class="choice">
    <input type="checkbox" name="scopes" value={value} checked={checked} />
    <span>{label}</span>
  </label>
);

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
                <span class="visually-hidden">
                  {formWords[locale].grant(text[access], text.resource(resource))}
                </span>
              </label>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}
