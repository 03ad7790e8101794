import { CodeBox } from '../kit/elements/code-box.tsx';
import { MessageTitle } from '../kit/elements/message-title.tsx';
import { dictionary } from '../kit/language/dictionary.ts';
import type { Missing } from '../request/access.ts';
import { type Page, type PanelRequest, page } from '../request/route.ts';

const words = dictionary({
  pt: {
    api_keys: 'Você não tem acesso às chaves de API',
    webhooks: 'Você não tem acesso aos webhooks',
    permission: (permission: string, email: string) =>
      `Falta a permissão ${permission} ao seu usuário, ${email}. Peça a quem opera o Tradepost, que pode concedê-la com:`,
    plan: (plan: string, flag: string, tenant: string) =>
      `O plano ${plan} de ${tenant} não inclui este recurso: ${flag} está desligado, para todos os usuários da empresa. Só quem opera o Tradepost pode ligá-lo.`,
  },
  en: {
    api_keys: "You don't have access to API keys",
    webhooks: "You don't have access to webhooks",
    permission: (permission: string, email: string) =>
      `Your user, ${email}, lacks the permission ${permission}. Ask whoever runs Tradepost, who can grant it with:`,
    plan: (plan: string, flag: string, tenant: string) =>
      `The plan of ${tenant}, ${plan}, doesn't include this: ${flag} is off, for all users of the company. Only whoever runs Tradepost can switch it on.`,
  },
});

const PERMISSION = { api_keys: 'api_key.manage', webhooks: 'webhook.manage' } as const;
const FLAG = { api_keys: 'api_enabled', webhooks: 'webhooks_enabled' } as const;

/** Says which of the two is missing, and who can change it. */
export function refusedPage(
  { locale, user, tenant }: PanelRequest,
  { feature, permission, plan }: Missing,
): Page {
  const text = words[locale];
  const wanted = [...user.permissions, PERMISSION[feature]].join(',');
  return page({
    status: 403,
    title: text[feature],
    body: (
      <section class="message">
        <MessageTitle>{text[feature]}</MessageTitle>
        {permission ? (
          <>
            <p data-missing="permission">{text.permission(PERMISSION[feature], user.email)}</p>
            <CodeBox label="tradepost">{`tradepost user set-permissions ${user.id} --permissions ${wanted}`}</CodeBox>
          </>
        ) : null}
        {plan ? <p data-missing="plan">{text.plan(tenant.plan, FLAG[feature], tenant.name)}</p> : null}
      </section>
    ),
  });
}
