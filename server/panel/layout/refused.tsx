import type { Missing } from '../access.ts';
import { dictionary } from '../language/dictionary.ts';
import { type Page, type PanelRequest, page } from '../route.ts';

const words = dictionary({
  pt: {
    api_keys: 'As chaves de API não estão disponíveis para você',
    webhooks: 'Os webhooks não estão disponíveis para você',
    permission: (permission: string, email: string) =>
      `Falta a permissão ${permission} ao usuário ${email}. Quem opera o Tradepost pode concedê-la.`,
    plan: (plan: string, flag: string) =>
      `O plano ${plan} da sua empresa não inclui este recurso (${flag} está desligado). Quem opera o Tradepost pode ligá-lo.`,
  },
  en: {
    api_keys: "API keys aren't available to you",
    webhooks: "Webhooks aren't available to you",
    permission: (permission: string, email: string) =>
      `The user ${email} lacks the permission ${permission}. Whoever runs Tradepost can grant it.`,
    plan: (plan: string, flag: string) =>
      `Your company's plan, ${plan}, doesn't include this (${flag} is off). Whoever runs Tradepost can switch it on.`,
  },
});

const PERMISSION = { api_keys: 'api_key.manage', webhooks: 'webhook.manage' } as const;
const FLAG = { api_keys: 'api_enabled', webhooks: 'webhooks_enabled' } as const;

export function refusedPage(
  { locale, user, tenant }: PanelRequest,
  { feature, permission, plan }: Missing,
): Page {
  const text = words[locale];
  return page({
    status: 403,
    title: text[feature],
    body: (
      <section class="message">
        <h1>{text[feature]}</h1>
        {permission ? (
          <p data-missing="permission">{text.permission(PERMISSION[feature], user.email)}</p>
        ) : null}
        {plan ? <p data-missing="plan">{text.plan(tenant.plan, FLAG[feature])}</p> : null}
      </section>
    ),
  });
}
