import { CodeBox, dictionary, Message } from '../kit/index.ts';
import { type Missing, PERMISSION } from '../request/access.ts';
import { operatorName } from '../request/operator.ts';
import { type Page, type PanelRequest, page } from '../request/route.ts';

const words = dictionary({
  api_keys: ['Você não tem acesso às chaves de API', "You don't have access to API keys"],
  webhooks: ['Você não tem acesso aos webhooks', "You don't have access to webhooks"],
  permission: [
    (permission, email, who) =>
      `Falta a permissão ${permission} ao seu usuário, ${email}. Peça a ${who}, que pode concedê-la com:`,
    (permission, email, who) =>
      `Your user, ${email}, lacks the permission ${permission}. Ask ${who}, who can grant it with:`,
  ],
  plan: [
    (plan, flag, tenant, who) =>
      `O plano ${plan} de ${tenant} não inclui este recurso: ${flag} está desligado, para todos os usuários da empresa. Só ${who} pode ligá-lo.`,
    (plan, flag, tenant, who) =>
      `The plan of ${tenant}, ${plan}, doesn't include this: ${flag} is off, for all users of the company. Only ${who} can switch it on.`,
  ],
});

const FLAG = { api_keys: 'api_enabled', webhooks: 'webhooks_enabled' } as const;

/** Says which of the two is missing, and who can change it. */
export function refusedPage(request: PanelRequest, { feature, permission, plan }: Missing): Page {
  const { locale, user, tenant } = request;
  const text = words[locale];
  const who = operatorName(request);
  const wanted = [...user.permissions, PERMISSION[feature]].join(',');
  return page(
    { status: 403, title: text[feature] },
    <Message title={text[feature]}>
      {permission ? (
        <>
          <p data-missing="permission">{text.permission(PERMISSION[feature], user.email, who)}</p>
          <CodeBox label="tradepost">{`tradepost user set-permissions ${user.id} --permissions ${wanted}`}</CodeBox>
        </>
      ) : null}
      {plan ? <p data-missing="plan">{text.plan(tenant.plan, FLAG[feature], tenant.name, who)}</p> : null}
    </Message>,
  );
}
