import type { MeaningKind } from './kind.ts';

/**
 * What each kind of response and failure means, in both languages, for whoever runs a shop. It's said in the list, the details, the
 * result of a test, alerts, e-mails and by `tradepost delivery show`, before and after the last attempt: it promises no retry.
 * The cause, an arrow, and what to do about it; `{status}` and the like stand for what was received.
 */
export const MEANINGS: Readonly<Record<MeaningKind, readonly [pt: string, en: string]>> = {
  accepted: ['O seu sistema aceitou ({status}).', 'Your system accepted it ({status}).'],

  // Responses.
  redirectTo: [
    'O endereço mudou para {location} ({status}), e não seguimos redirecionamentos. → Troque a URL do endpoint por essa.',
    "The address has moved to {location} ({status}), and we don't follow redirects. → Change the endpoint's URL to it.",
  ],
  redirectNowhere: [
    'O endereço mudou ({status}), e a resposta não diz para onde. → Pergunte a nova URL a quem cuida do sistema e troque-a no endpoint.',
    "The address has moved ({status}), and the response doesn't say where. → Ask whoever runs the system for the new URL, and change the endpoint's.",
  ],
  rejected: [
    'O seu sistema não aceitou o conteúdo do evento ({status}). → Leia na resposta recebida o que ele recusou e corrija o sistema.',
    "Your system didn't accept the event's content ({status}). → Read in the response received what it refused, and fix the system.",
  ],
  unauthorized: [
    'O seu sistema recusou o acesso ({status}). → O segredo foi trocado? Coloque nele o segredo atual deste endpoint; se já está lá, veja se um firewall nos bloqueia.',
    "Your system refused access ({status}). → Was the secret changed? Put this endpoint's present secret into it; if it's there, see whether a firewall blocks us.",
  ],
  blockPage: [
    'Uma página da web respondeu no lugar do seu sistema ({status}): costuma ser um firewall ou uma proteção contra robôs. → Libere nela os nossos envios, ou use uma URL sem essa proteção.',
    'A web page responded instead of your system ({status}): usually a firewall or a protection against robots. → Allow our requests there, or use a URL without that protection.',
  ],
  notFound: [
    'O servidor não tem nada neste endereço (404). → Confira a URL do endpoint, letra por letra, com quem cuida do sistema.',
    "The server has nothing at this address (404). → Check the endpoint's URL, letter by letter, with whoever runs the system.",
  ],
  method: [
    'O endereço existe, mas não recebe eventos (405): ele não aceita POST. → Use a URL que o sistema tem para webhooks, não a de uma página.',
    "The address exists but takes no events (405): it doesn't accept POST. → Use the URL that the system has for webhooks, not a page's.",
  ],
  requestTimeout: [
    'O seu servidor desistiu de esperar pela nossa requisição (408). → Veja se ele está sobrecarregado, e aumente o tempo que espera por uma requisição.',
    'Your server gave up waiting for our request (408). → See whether it is overloaded, and raise the time that it waits for a request.',
  ],
  conflict: [
    'O seu sistema diz que o evento conflita com o que já tem (409). → Se ele já recebeu este evento, faça-o responder 200; senão, leia a resposta recebida.',
    'Your system says that the event conflicts with what it has (409). → If it already has this event, let it respond 200; otherwise read the response received.',
  ],
  gone: [
    'O sistema diz que este endereço foi aposentado (410), por isso o endpoint se desliga. → Se o sistema tem outra URL, troque-a e ligue o endpoint; senão, exclua-o.',
    'The system says that this address was retired (410), so the endpoint is switched off. → If the system has another URL, change it and switch the endpoint on; otherwise delete it.',
  ],
  tooLarge: [
    'O evento é maior do que o seu servidor aceita (413). → Aumente o limite de tamanho no servidor ou no proxy (no nginx, client_max_body_size).',
    'The event is larger than your server accepts (413). → Raise the size limit of the server or the proxy (in nginx, client_max_body_size).',
  ],
  mediaType: [
    'O seu sistema não aceita JSON neste endereço (415). → Faça-o aceitar Content-Type: application/json.',
    "Your system doesn't accept JSON at this address (415). → Let it accept Content-Type: application/json.",
  ],
  misdirected: [
    'O servidor que respondeu não atende este nome (421). → Confira o DNS e a configuração de nomes do servidor ou do proxy.',
    "The server that responded doesn't serve this name (421). → Check the DNS and the names that the server or the proxy is set up for.",
  ],
  throttled: [
    'O seu sistema recebeu mais do que aceita por agora (429). → Aumente o limite de requisições dele para os nossos envios.',
    'Your system got more than it accepts for now (429). → Raise its limit of requests for what we send.',
  ],
  throttledUntil: [
    'O seu sistema pediu uma pausa ({status}, Retry-After: {wait}). → Se isso se repete, aumente o limite de requisições dele ou a capacidade do servidor.',
    "Your system asked for a pause ({status}, Retry-After: {wait}). → If this goes on, raise its limit of requests or the server's capacity.",
  ],
  headersTooLarge: [
    'Os cabeçalhos passam do limite do seu servidor (431). → Tire cabeçalhos próprios do endpoint, ou aumente o limite do servidor.',
    "The headers exceed your server's limit (431). → Remove custom headers of the endpoint, or raise the server's limit.",
  ],
  gateway: [
    'Um gateway ou proxy respondeu no lugar do seu sistema ({status}): ele não conseguiu falar com o sistema. → Veja se o sistema atrás dele está no ar e se o proxy aponta para o lugar certo.',
    "A gateway or proxy responded instead of your system ({status}): it couldn't reach the system. → See whether the system behind it is up, and whether the proxy points to the right place.",
  ],
  gatewayTimeout: [
    'O gateway ou proxy cansou de esperar pelo seu sistema (504), que pode ter processado a entrega. → Faça o sistema responder 2xx assim que guardar o evento, e processá-lo depois.',
    'The gateway or proxy gave up waiting for your system (504), which may have processed the delivery. → Let the system respond 2xx as soon as the event is stored, and process it afterwards.',
  ],
  gatewayPage: [
    'Quem respondeu foi um gateway ou proxy, com uma página HTML ({status}), e não o seu sistema. → O sistema atrás dele está parado ou lento: veja o log dele e reinicie-o se preciso.',
    'A gateway or proxy responded with an HTML page ({status}), not your system. → The system behind it is down or slow: see its log, and restart it if needed.',
  ],
  unavailable: [
    'O seu sistema está fora do ar ou ocupado demais (503). → Veja se ele está em manutenção ou sobrecarregado.',
    'Your system is down or too busy (503). → See whether it is under maintenance or overloaded.',
  ],
  serverError: [
    'O seu sistema falhou ao processar a entrega ({status}). → Quem cuida dele acha a causa no log, na hora da tentativa; a resposta recebida pode dizê-la.',
    "Your system failed while processing the delivery ({status}). → Whoever runs it finds the cause in its log, at the attempt's time; the response received may tell.",
  ],
  otherStatus: [
    'O seu sistema respondeu {status}, e isso não confirma a entrega. → Faça-o responder 200 ou 204 quando tiver guardado o evento.',
    "Your system responded {status}, which doesn't confirm the delivery. → Let it respond 200 or 204 once the event is stored.",
  ],

  // No response, or no whole one.
  timeout: [
    'O seu sistema não respondeu em 10 segundos. Pode ter processado a entrega. → Faça-o responder 2xx assim que guardar o evento, e processá-lo depois.',
    "Your system didn't respond within 10 seconds. It may have processed the delivery. → Let it respond 2xx as soon as the event is stored, and process it afterwards.",
  ],
  bodyTimeout: [
    'O seu sistema começou a responder ({status}) e não terminou em 10 segundos. Pode ter processado a entrega. → Faça-o terminar a resposta, com um corpo curto ou nenhum.',
    "Your system began to respond ({status}) and didn't end within 10 seconds. It may have processed the delivery. → Let it end its response, with a short body or none.",
  ],
  cutOff: [
    'A resposta do seu sistema ({status}) veio pela metade. Ele pode ter processado a entrega. → Veja no log por que a conexão caiu, e se o Content-Length da resposta está certo.',
    "Your system's response ({status}) broke off. It may have processed the delivery. → See in its log why the connection ended, and whether the response's Content-Length is right.",
  ],
  closed: [
    'A conexão caiu antes de uma resposta ({code}). O seu sistema pode ter processado a entrega. → Veja no log dele se reiniciou ou fechou a conexão na hora da tentativa.',
    "The connection was closed before a response ({code}). Your system may have processed the delivery. → See in its log whether it restarted or closed the connection at the attempt's time.",
  ],
  notHttp: [
    'O que o servidor respondeu não é HTTP. Ele pode ter processado a entrega. → Confira o endereço e a porta da URL: ali responde outro tipo de programa.',
    "What the server responded isn't HTTP. It may have processed the delivery. → Check the URL's address and port: another kind of program responds there.",
  ],
  responseTooLarge: [
    'A resposta do seu sistema é grande demais ({code}). Ele pode ter processado a entrega. → Faça-o responder com poucos cabeçalhos e um corpo curto, ou nenhum.',
    "Your system's response is too large ({code}). It may have processed the delivery. → Let it respond with few headers and a short body, or none.",
  ],
  connectTimeout: [
    'O servidor não atendeu a conexão a tempo, e nada foi enviado. → Veja se ele está no ar e se um firewall não descarta as nossas conexões.',
    "The server didn't take the connection in time, and nothing was sent. → See whether it is up, and whether a firewall drops our connections.",
  ],
  connectionRefused: [
    'O servidor recusou a conexão ({code}), e nada foi enviado: nenhum programa escuta nesse endereço e porta. → Inicie o sistema, ou corrija a porta na URL.',
    'The server refused the connection ({code}), and nothing was sent: no program listens at this address and port. → Start the system, or correct the port in the URL.',
  ],
  connectionReset: [
    'O servidor fechou a conexão enquanto ela era aberta ({code}), e nada foi enviado. → Veja se um firewall ou proxy nos bloqueia, e se a porta da URL é a de HTTPS.',
    "The server closed the connection while it was being opened ({code}), and nothing was sent. → See whether a firewall or proxy blocks us, and whether the URL's port is that of HTTPS.",
  ],
  noRoute: [
    'Não há caminho até o servidor ({code}), e nada foi enviado. → Veja se ele está ligado à internet e se o endereço no DNS é o certo.',
    "There's no route to the server ({code}), and nothing was sent. → See whether it is connected to the internet, and whether its address in DNS is right.",
  ],
  dns: [
    'Não achamos o servidor na internet (o nome dele não tem endereço público no DNS), e nada foi enviado. → Confira o nome na URL e, se está certo, o DNS do domínio: ele venceu?',
    "The server wasn't found on the internet (its name has no public address in DNS), and nothing was sent. → Check the name in the URL and, if it's right, the domain's DNS: did it expire?",
  ],
  certificateExpired: [
    'O certificado TLS do servidor venceu, e nada foi enviado. → Renove o certificado.',
    "The server's TLS certificate has expired, and nothing was sent. → Renew the certificate.",
  ],
  certificateNotYetValid: [
    'O certificado TLS do servidor ainda não vale, e nada foi enviado. → Confira a data de início do certificado e instale um que já valha.',
    "The server's TLS certificate isn't valid yet, and nothing was sent. → Check the certificate's first day, and install one that is valid already.",
  ],
  certificateSelfSigned: [
    "O servidor usa um certificado TLS que ele mesmo assinou, e nada foi enviado. → Instale um certificado de uma autoridade conhecida, por exemplo da Let's Encrypt.",
    "The server uses a self-signed TLS certificate, and nothing was sent. → Install a certificate of a known authority, such as Let's Encrypt.",
  ],
  certificateName: [
    'O certificado TLS do servidor é de outro nome, e nada foi enviado. → Use na URL o nome do certificado, ou emita um para o nome da URL.',
    "The server's TLS certificate is for another name, and nothing was sent. → Use the certificate's name in the URL, or get one for the URL's name.",
  ],
  certificateChain: [
    'Falta ao certificado TLS do servidor a cadeia até uma autoridade conhecida, e nada foi enviado. → Instale também os certificados intermediários (fullchain).',
    "The server's TLS certificate lacks the chain to a known authority, and nothing was sent. → Install the intermediate certificates too (fullchain).",
  ],
  tls: [
    'Não houve acordo de TLS com o servidor ({code}), e nada foi enviado. → Veja se a porta da URL é a de HTTPS, e se o servidor aceita TLS 1.2 ou 1.3 com um certificado válido.',
    "TLS couldn't be agreed with the server ({code}), and nothing was sent. → See whether the URL's port is that of HTTPS, and whether the server takes TLS 1.2 or 1.3 with a valid certificate.",
  ],
  address: [
    'O endereço fica numa rede privada ou reservada, para onde não enviamos, e nada foi enviado. → Use uma URL com um endereço público.',
    "The address is on a private or reserved network, which we don't send to, and nothing was sent. → Use a URL with a public address.",
  ],
  aborted: [
    'O envio foi interrompido do nosso lado ({code}). → Se isso se repete, avise quem opera o serviço.',
    'Sending was interrupted on our side ({code}). → If this goes on, tell whoever operates the service.',
  ],
  lost: [
    'O envio foi interrompido do nosso lado. Pode ter chegado. → Se isso se repete, avise quem opera o serviço.',
    'Sending was interrupted on our side. It may have arrived. → If this goes on, tell whoever operates the service.',
  ],
};
