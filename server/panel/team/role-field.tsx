import { covers, type Permission, ROLE_NAMES, ROLES } from '../../accounts/staff/rules/roles.ts';
import { Choice, FieldGroup, useLocale } from '../kit/index.ts';
import { words } from './words.ts';

interface RoleFieldProps {
  /** What the reader may do: there are no roles with more. */
  readonly own: readonly Permission[];
  readonly chosen: string;
}

export function RoleField({ own, chosen }: RoleFieldProps) {
  const text = words[useLocale()];
  return (
    <FieldGroup name="role" label={text.role}>
      <div>
        {ROLE_NAMES.filter((role) => covers(own, ROLES[role])).map((role) => (
          <Choice key={role} type="radio" name="role" value={role} checked={role === chosen}>
            {text[role]}
            <span class="second">{text[`roleAbout_${role}`]}</span>
          </Choice>
        ))}
      </div>
    </FieldGroup>
  );
}
