import { dictionary, plural, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: ['Quem entra neste painel, e o que pode fazer.', 'Who logs in to this panel, and what they may do.'],
  person: ['Pessoa', 'Person'],
  lastLogin: ['Último acesso', 'Last login'],
  never: ['nunca', 'never'],
  factor: ['Duas etapas', 'Two steps'],
  on: ['ligada', 'on'],
  off: ['desligada', 'off'],
  disabled: ['desativado', 'disabled'],
  you: ['você', 'you'],
  invite: ['Convidar', 'Invite'],
  inviteTitle: ['Convidar alguém', 'Invite somebody'],
  inviteSubmit: ['Enviar o convite', 'Send the invitation'],
  inviteByLink: ['Criar o link do convite', 'Make the link of the invitation'],
  inviteIntro: [
    'O convite é um link que vale 7 dias, uma vez.',
    'The invitation is a link that works for 7 days, once.',
  ],
  roleAbout_owner: ['Tudo: chaves, webhooks e a equipe.', 'Everything: keys, webhooks and the team.'],
  roleAbout_developer: [
    'Chaves de API, webhooks, entregas e requisições.',
    'API keys, webhooks, deliveries and requests.',
  ],
  roleAbout_support: [
    'Vê entregas e requisições recusadas, e reenvia entregas.',
    'Sees deliveries and refused requests, and resends deliveries.',
  ],
  roleAbout_viewer: ['Vê entregas e requisições recusadas.', 'Sees deliveries and refused requests.'],
  roleWrong: ['Escolha um papel.', 'Choose a role.'],
  roleTooMuch: ['Este papel pode mais que o seu.', 'This role may do more than yours.'],
  member: ['Esta pessoa já está na equipe.', 'This person is in the team already.'],
  tooMany: [
    (most) => `Há ${most} convites abertos. Cancele algum, ou espere respostas.`,
    (most) => `There are ${most} open invitations. Revoke some, or wait for answers.`,
  ],
  invited: [(email) => `Convite enviado a ${email}.`, (email) => `${email} has been invited.`],
  invitations: ['Convites', 'Invitations'],
  expires: ['Vale até', 'Works until'],
  expired: ['vencido', 'expired'],
  resend: ['Novo link', 'New link'],
  revoke: ['Cancelar convite', 'Revoke'],
  revoked: [(email) => `Convite a ${email} cancelado.`, (email) => `The invitation of ${email} was revoked.`],
  mailSubject: [
    (tenant) => `Convite para o painel de ${tenant}`,
    (tenant) => `An invitation to the panel of ${tenant}`,
  ],
  mailSentence: [
    (inviter, tenant, role) => `${inviter} convida você para a equipe de ${tenant}, com o papel: ${role}.`,
    (inviter, tenant, role) =>
      `You're invited by ${inviter} to the team of ${tenant}, with the role: ${role}.`,
  ],
  mailValid: ['O link vale 7 dias, uma vez.', 'The link works for 7 days, once.'],
  mailLabel: ['Aceitar o convite', 'Accept the invitation'],
  changeRole: ['Mudar o papel', 'Change the role'],
  roleChanged: [
    'Papel alterado. Vale no próximo clique.',
    'The role was changed. It counts from the next click on.',
  ],
  password: ['Senha', 'Password'],
  passwordText: [
    'Um link para definir outra senha, que vale 1 hora, uma vez.',
    'A link to set another password, which works for 1 hour, once.',
  ],
  passwordLink: ['Criar o link', 'Make the link'],
  passwordSent: [(email) => `Link enviado a ${email}.`, (email) => `A link was sent to ${email}.`],
  passwordSubject: [(tenant) => `Nova senha para ${tenant}`, (tenant) => `A new password for ${tenant}`],
  passwordSentence: [
    (by, tenant) => `${by} criou este link para você definir outra senha no painel de ${tenant}.`,
    (by, tenant) => `${by} made this link for you to set another password for the panel of ${tenant}.`,
  ],
  passwordValid: ['O link vale 1 hora, uma vez.', 'The link works for 1 hour, once.'],
  passwordLabel: ['Definir outra senha', 'Set another password'],
  factorTitle: ['Verificação em duas etapas', 'Two-step verification'],
  factorText: [
    'Para quem perdeu o celular e os códigos de recuperação. As sessões da pessoa terminam.',
    "For somebody who lost the phone and the recovery codes. The person's sessions end.",
  ],
  factorReset: ['Desligar para esta pessoa', 'Switch off for this person'],
  factorIsReset: ['Verificação desligada para esta pessoa.', 'The verification is off for this person.'],
  factorRequired: [
    'Obrigatória: quem ainda não tem configura no próximo clique.',
    'Required: whoever has none sets it up at the next click.',
  ],
  factorOptional: ['Cada pessoa decide por si.', 'Each person decides.'],
  factorRequire: ['Exigir de todos', 'Require it of everybody'],
  factorRequireTitle: ['Exigir duas etapas de todos?', 'Require two steps of everybody?'],
  factorRequireText: [
    (count) =>
      count === 0
        ? 'Todos já têm.'
        : `${count} ${plural(count, 'pessoa ainda não tem', 'pessoas ainda não têm')}: o painel só mostra a configuração até que tenham. Cada uma precisa de um aplicativo autenticador no celular.`,
    (count) =>
      count === 0
        ? 'Everybody has it already.'
        : `${count} ${plural(count, 'person has', 'people have')} none yet: the panel shows them only how to set it up until they do. Each needs an authenticator app on a phone.`,
  ],
  factorRequireYou: [
    'Você também ainda não tem. Configure antes em Minha conta, ou logo depois.',
    'You have none yet, either. Set it up before, under My account, or right afterwards.',
  ],
  factorRelease: ['Deixar de exigir', 'Require it no longer'],
  changed: ['Salvo.', 'Saved.'],
  remove: ['Remover da equipe', 'Remove from the team'],
  removeTitle: [(email) => `Remover ${email}?`, (email) => `Remove ${email}?`],
  removeText: [
    'As sessões terminam já, e o acesso acaba. As chaves de API e os webhooks que a pessoa criou continuam.',
    'Sessions end at once, and access is over. API keys and webhooks that the person made go on.',
  ],
  removed: [(email) => `${email} não está mais na equipe.`, (email) => `${email} is no longer in the team.`],
  forbidden: ['Isto não é possível para o seu usuário', "Your user can't do this"],
  forbiddenText: [
    'Ninguém muda os próprios direitos, nem os de quem pode mais. Peça a outro proprietário.',
    'Nobody changes their own rights, or those of somebody who may do more. Ask another owner.',
  ],
  back: ['Voltar à equipe', 'Back to the team'],
});
