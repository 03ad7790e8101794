import { dictionary } from '../kit/language/dictionary.ts';

/** The section of the account page where users choose their e-mails. */
export const words = dictionary({
  pt: {
    emails: 'Avisos por e-mail',
    emailsIntro: (email: string) => `Enviamos para ${email}, uma vez a cada mudança.`,
    emailsOff:
      'O envio de e-mails não está configurado nesta instalação. Os avisos aparecem só aqui no painel.',
    emailLanguage: 'Idioma dos e-mails',
    emailKinds: 'Avise-me quando',
    email_endpoint_failing: 'um endpoint não aceita nada há uma hora',
    email_endpoint_deactivation_due: 'um endpoint vai ser desligado em dois dias',
    email_endpoint_deactivated: 'um endpoint foi desligado',
    email_endpoint_recovered: 'um endpoint volta a funcionar',
    email_api_key_expiring: 'uma chave de API expira em 7 dias ou menos',
    saved: 'Avisos por e-mail salvos.',
  },
  en: {
    emails: 'Alerts by e-mail',
    emailsIntro: (email: string) => `We write to ${email} once at each change.`,
    emailsOff: "Sending e-mails isn't set up in this installation. Alerts only show here in the panel.",
    emailLanguage: 'Language of the e-mails',
    emailKinds: 'Tell me when',
    email_endpoint_failing: 'an endpoint has accepted nothing for an hour',
    email_endpoint_deactivation_due: 'an endpoint will be switched off in two days',
    email_endpoint_deactivated: 'an endpoint was switched off',
    email_endpoint_recovered: 'an endpoint works again',
    email_api_key_expiring: 'an API key expires within 7 days',
    saved: 'Alerts by e-mail saved.',
  },
});
