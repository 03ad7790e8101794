import { roleOf } from '../../accounts/staff/rules/roles.ts';
import { listUsers } from '../../accounts/staff/users.ts';
import { dictionary, Message, shared } from '../kit/index.ts';
import type { Missing } from '../request/access.ts';
import { operatorName } from '../request/operator.ts';
import { type Page, type PanelRequest, page } from '../request/route.ts';

const words = dictionary({
  ...shared,
  users: ['Você não tem acesso à equipe', "You don't have access to the team"],
  api_keys: ['Você não tem acesso às chaves de API', "You don't have access to API keys"],
  revoke_keys: ['Você não tem acesso às chaves de API', "You don't have access to API keys"],
  requests: ['Você não tem acesso às requisições', "You don't have access to requests"],
  webhooks: ['Você não tem acesso aos webhooks', "You don't have access to webhooks"],
  deliveries: ['Você não tem acesso às entregas', "You don't have access to deliveries"],
  resend: ['Você não pode reenviar entregas', "You can't resend deliveries"],
  permission: [
    (permission, role, email) => `O papel de ${email}, ${role}, não inclui: ${permission}.`,
    (permission, role, email) => `The role of ${email}, ${role}, doesn't include: ${permission}.`,
  ],
  managers: [(names) => `Quem pode dar: ${names}.`, (names) => `Who can grant it: ${names}.`],
  noManagers: [(who) => `Peça a ${who}.`, (who) => `Ask ${who}.`],
  apiEnabled: ['a API, por onde os programas acessam os dados', 'the API, by which programs reach the data'],
  webhooksEnabled: ['os avisos aos seus sistemas (webhooks)', 'messages to your systems (webhooks)'],
  plan: [
    (plan, flag, tenant, who) =>
      `O plano ${plan} de ${tenant} não inclui ${flag}, para ninguém da empresa. Para contratar, fale com ${who}.`,
    (plan, flag, tenant, who) =>
      `The plan of ${tenant}, ${plan}, doesn't include ${flag}, for anybody in the company. To get it, talk to ${who}.`,
  ],
});

/** More names than that help nobody. */
const MAX_NAMES = 5;

/** Says which of the two is missing, and who can change it. */
export async function refusedPage(
  request: PanelRequest,
  { access, permission, flag }: Missing,
): Promise<Page> {
  const { locale, user, tenant, db } = request;
  const text = words[locale];
  const who = operatorName(request);
  const managers = (permission ? await listUsers(db, tenant.id) : [])
    .filter(({ permissions, disabled }) => !disabled && permissions.includes('user.manage'))
    .map(({ name, email }) => (name === '' ? email : `${name} (${email})`));
  return page(
    { status: 403, title: text[access] },
    <Message title={text[access]}>
      {permission ? (
        <p data-missing="permission">
          {text.permission(text[permission], text[roleOf(user.permissions)], user.email)}{' '}
          {managers.length === 0
            ? text.noManagers(who)
            : text.managers(managers.slice(0, MAX_NAMES).join(', '))}
        </p>
      ) : null}
      {flag ? <p data-missing="plan">{text.plan(tenant.plan, text[flag], tenant.name, who)}</p> : null}
    </Message>,
  );
}
