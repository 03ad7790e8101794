import { roleOf } from '../../accounts/staff/rules/roles.ts';
import { dictionary, shared } from '../kit/index.ts';
import type { Missing } from '../request/access.ts';
import { managerNames } from '../request/managers.ts';
import { messagePage } from '../request/message-page.tsx';
import { operatorName } from '../request/operator.ts';
import type { Page, PanelRequest } from '../request/route.ts';

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
    'O papel de {email}, {role}, não inclui: {permission}.',
    "The role of {email}, {role}, doesn't include: {permission}.",
  ],
  managers: ['Quem pode dar: {names}.', 'Who can grant it: {names}.'],
  apiEnabled: ['a API, por onde os programas acessam os dados', 'the API, by which programs reach the data'],
  webhooksEnabled: ['os avisos aos seus sistemas (webhooks)', 'messages to your systems (webhooks)'],
  plan: [
    'O plano {plan} de {tenant} não inclui {flag}, para ninguém da empresa. Para contratar, fale com {who}.',
    "The plan of {tenant}, {plan}, doesn't include {flag}, for anybody in the company. To get it, talk to {who}.",
  ],
});

/** Says which of the two is missing, and who can change it. */
export async function refusedPage(
  request: PanelRequest,
  { access, permission, flag }: Missing,
): Promise<Page> {
  const { locale, user, tenant } = request;
  const text = words[locale];
  const who = operatorName(request);
  const managers = permission ? await managerNames(request) : '';
  return messagePage(
    { status: 403, title: text[access] },
    permission ? (
      <p data-missing="permission">
        {text.permission(user.email, text[roleOf(user.permissions)], text[permission])}{' '}
        {text.managers(managers)}
      </p>
    ) : null,
    flag ? <p data-missing="plan">{text.plan(tenant.plan, tenant.name, text[flag], who)}</p> : null,
  );
}
