import { problems } from '../../base/contract.ts';
import type { ProblemCode } from '../../base/problems/api-problem.ts';
import type { Locale } from '../kit/index.ts';

interface ProblemWords {
  readonly title: string;
  /** What to do. `Backquoted` parts are code. */
  readonly advice: string;
}

/** English is the contract's own, as on the pages of /docs/problems. A new code doesn't compile without its Portuguese. */
export function problemWords(locale: Locale, code: ProblemCode): ProblemWords {
  if (locale === 'en') return problems[code];
  const [title, advice] = portuguese[code];
  return { title, advice };
}

const portuguese: Readonly<Record<ProblemCode, readonly [title: string, advice: string]>> = {
  invalid_request: ['A requisição tem erros', 'Corrija o que está indicado abaixo e envie de novo.'],
  malformed_body: [
    'O corpo não é um JSON válido',
    'Envie um único valor JSON, em UTF-8. Veja se faltam vírgulas ou aspas, e se o corpo chegou inteiro.',
  ],
  malformed_request: [
    'A requisição não é HTTP válido',
    'A causa costuma ser um proxy, ou um cliente HTTP feito à mão. O `detail` da resposta diz o que há de errado.',
  ],
  invalid_cursor: [
    'O cursor não vale para esta lista',
    'Devolva `page.next_cursor` sem mudar nada, na mesma lista e com o mesmo `sort`. Ou recomece sem cursor.',
  ],
  feed_rewound: [
    'O feed de eventos voltou a um ponto anterior',
    'O serviço continuou de um backup, sem os últimos eventos antes deste cursor. Confira na API o que o sistema fez por causa deles e continue com `resume_cursor`.',
  ],
  api_key_missing: ['Nenhuma chave de API foi enviada', 'Envie o cabeçalho `Authorization: Bearer <chave>`.'],
  api_key_unknown: [
    'A chave de API não existe',
    'Compare com a que foi mostrada na criação. Uma chave perdida não pode ser vista de novo: crie outra.',
  ],
  api_key_inactive: ['A chave de API foi desativada', 'Use outra chave, ou crie uma nova em Chaves de API.'],
  api_key_expired: [
    'A chave de API expirou',
    'Crie uma nova em Chaves de API e troque-a no sistema que fez a requisição.',
  ],
  insufficient_scope: [
    'Falta um escopo à chave de API',
    'Os escopos são escolhidos quando a chave é criada. Crie outra com o escopo que falta e troque-a no sistema que fez a requisição.',
  ],
  tenant_suspended: [
    'A empresa está suspensa',
    'Quem opera o Tradepost a suspendeu. Nada se perde, e as requisições voltam a funcionar quando a suspensão terminar.',
  ],
  storage_full: ['O espaço do plano acabou', 'Exclua o que não é mais usado, ou peça um plano maior.'],
  plan_feature_disabled: ['O plano da empresa não inclui a API', 'Mude para um plano com acesso à API.'],
  not_found: [
    'Não encontrado',
    'Confira o id e o caminho, inclusive maiúsculas e minúsculas. Ids de outras empresas também não são encontrados.',
  ],
  method_not_allowed: [
    'O caminho não aceita este método',
    'O cabeçalho `Allow` da resposta lista os métodos que ele aceita.',
  ],
  not_acceptable: [
    'Formato de resposta não disponível',
    'Peça `application/json` no cabeçalho `Accept` e, numa exportação, o tipo do seu `format`: `text/csv` ou `application/x-ndjson`.',
  ],
  request_timeout: [
    'A requisição demorou a chegar',
    'Os cabeçalhos têm 10 segundos para chegar; a requisição inteira, 30. Envie de novo, de uma vez.',
  ],
  already_exists: [
    'Outro registro já tem este valor',
    'O campo listado não pode se repetir. Use o registro que já existe, ou outro valor.',
  ],
  in_use: [
    'O registro está em uso',
    'A resposta diz em `in_use_by` o que depende dele. Remova isso antes. Pedidos que reservaram um produto precisam ser enviados ou cancelados.',
  ],
  insufficient_stock: [
    'Não há estoque suficiente',
    'Os itens listados não podem ser atendidos; a resposta diz quanto há de cada um. Nada foi gravado.',
  ],
  stale_stock: [
    'O estoque mudou depois de lido',
    'O saldo já não era o de `expected_on_hand`. Confira o saldo atual e envie o ajuste de novo.',
  ],
  total_mismatch: [
    'O total não é o esperado',
    'O total calculado é diferente de `expected_total` ou da soma de `payment_terms`. Os preços podem ter mudado: mostre o novo total ao cliente.',
  ],
  overlap: [
    'Valeria ao mesmo tempo que outro',
    'A resposta diz qual é o outro. Mude o período, a prioridade, ou qual dos dois é o padrão.',
  ],
  invalid_status_transition: [
    'O pedido não pode passar a este status',
    'A resposta lista em `allowed` os status possíveis a partir do atual.',
  ],
  order_differs: [
    'O pedido já existe e é diferente',
    'A resposta aponta em `errors` cada lugar, com o que o pedido tem. Mude o pedido com `PATCH` e as outras operações, ou tire a linha da importação.',
  ],
  order_not_editable: [
    'O status do pedido não permite esta mudança',
    'A resposta aponta em `errors` cada campo que não pode mais mudar. Tire-o da requisição, ou cancele o pedido e faça outro.',
  ],
  payment_exceeds_total: [
    'O pagamento passa do que falta pagar',
    'Um pagamento pode ser de no máximo `remaining`, o que falta para o total. Se entrou mais, envie-o com `allow_overpayment`.',
  ],
  payment_not_allowed: [
    'O pedido não aceita pagamentos neste status',
    'Nada de um pedido cancelado falta pagar. Se o dinheiro entrou mesmo assim, envie o pagamento com `allow_overpayment`, e reembolse-o.',
  ],
  payment_refunded: [
    'O pagamento não pode ser anulado por causa de reembolsos',
    'O total reembolsado, `refunded_total`, passaria do que resta dos pagamentos, ou o próprio pagamento já foi reembolsado. Não se anula um pagamento cujo dinheiro entrou e voltou.',
  ],
  payment_voided: [
    'O pagamento está anulado',
    'Um pagamento anulado foi registrado por engano, então não há o que reembolsar. Indique outro pagamento em `payment_id`, ou nenhum.',
  ],
  refund_exceeds_paid: [
    'O reembolso passa do que foi pago',
    'Um reembolso pode ser de no máximo `refundable`: o total pago menos o já reembolsado ou, com `payment_id`, o que resta desse pagamento.',
  ],
  return_not_allowed: [
    'O pedido não aceita devoluções neste status',
    'Só voltam mercadorias de um pedido In_Transit ou Delivered. Um pedido Pending é cancelado; num Canceled não há o que devolver.',
  ],
  return_exceeds_sold: [
    'Voltaria mais do que foi vendido',
    'A resposta indica cada quantidade maior do que o que resta da linha, com a vendida (`sold`) e a já devolvida (`returned`).',
  ],
  limit_reached: [
    'O pedido não aceita mais registros deste tipo',
    'Um pedido tem no máximo `limit` pagamentos, reembolsos ou devoluções, ou `limit` itens em todas as devoluções. Junte vários em um só registro.',
  ],
  coupon_exhausted: ['O cupom chegou ao limite de usos', 'Envie o pedido sem o cupom, ou com outro.'],
  idempotency_in_progress: [
    'A mesma requisição ainda está em andamento',
    'Espere o tempo de `Retry-After` e repita: a resposta será a da primeira.',
  ],
  version_mismatch: [
    'O registro mudou depois de lido',
    'Leia-o de novo e envie o novo `ETag` em `If-Match`.',
  ],
  payload_too_large: ['O corpo é grande demais', 'Um corpo pode ter até 100 kB; o de um lote, até 1 MB.'],
  unsupported_media_type: [
    'Tipo de conteúdo não aceito',
    'Envie `Content-Type: application/json`, em UTF-8 e sem `Content-Encoding`.',
  ],
  expectation_failed: ['Cabeçalho Expect não aceito', 'Tire o cabeçalho `Expect`, ou envie `100-continue`.'],
  invalid_reference: [
    'O corpo se refere a algo que não pode ser usado',
    'O que os campos listados indicam não existe, foi excluído, está inativo ou é de outro tipo.',
  ],
  invalid_tax_id: [
    'CPF ou CNPJ inválido',
    'Confira os dígitos, e se `tax_id_type`, ou o país do endereço de entrega, corresponde. Com ou sem pontuação, tanto faz.',
  ],
  coupon_invalid: [
    'O cupom não vale para este pedido',
    'O cupom não existe, está fora da validade, ou o pedido não cumpre as condições dele. O `detail` da resposta diz qual é o caso.',
  ],
  category_cycle: [
    'Uma categoria não pode ficar abaixo de si mesma',
    'Escolha um pai que não seja a própria categoria nem esteja abaixo dela.',
  ],
  category_too_deep: ['A árvore de categorias ficaria funda demais', 'Ela tem no máximo 5 níveis.'],
  amount_out_of_range: [
    'Um valor passa do máximo de um pedido',
    'Os valores de um pedido vão até 9.999.999.999,99. Divida o pedido, ou corrija o preço.',
  ],
  idempotency_key_reused: [
    'A Idempotency-Key já foi usada em outra requisição',
    'Use uma chave nova para cada requisição. Esta já foi enviada com outro corpo, caminho ou método.',
  ],
  rate_limit_exceeded: [
    'O limite de requisições por minuto acabou',
    'Espere o tempo de `Retry-After` e espalhe as requisições. Planos maiores têm um limite maior.',
  ],
  too_many_concurrent_requests: [
    'Requisições demais ao mesmo tempo',
    'Espere o tempo de `Retry-After` e envie menos requisições em paralelo.',
  ],
  too_many_failed_authentications: [
    'Tentativas demais com chaves inválidas',
    'Ache o sistema que envia a chave errada e pare-o. As chaves que funcionavam continuam funcionando.',
  ],
  headers_too_large: [
    'Os cabeçalhos são grandes demais',
    'A primeira linha e os cabeçalhos podem ter juntos até 16 kB. Em geral, um cookie ou a query cresceu demais.',
  ],
  internal_error: [
    'Erro interno',
    'O erro foi nosso, e nada foi gravado. Repita a requisição. Se continuar, mande o `request_id` a quem dá suporte ao Tradepost.',
  ],
  service_unavailable: [
    'O serviço não estava disponível',
    'Nada foi gravado. Espere o tempo de `Retry-After` e repita a requisição; um POST, com a mesma `Idempotency-Key`.',
  ],
  outcome_unknown: [
    'Não se sabe se a requisição foi executada',
    'A conexão com o banco de dados caiu durante o commit: a requisição foi executada por inteiro, ou nada foi gravado. Repita um POST com a mesma `Idempotency-Key`: se ela foi executada, a resposta é a da primeira vez. Sem chave, e antes de repetir uma requisição com `If-Match`, leia o recurso para saber.',
  ],
};
