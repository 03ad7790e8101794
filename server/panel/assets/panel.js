// The panel works without this script. With it, texts can be copied and checkboxes be checked with one click, and the
// list of deliveries follows what happens.

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (!button) return;
  const text = button.closest('.copy').querySelector('[data-copied-text]').textContent;
  await navigator.clipboard.writeText(text);
  sayCopied(button);
});

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) print();
});

function sayCopied(button) {
  const label = button.textContent;
  button.textContent = document.body.dataset.copied;
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
}

// A form whose response is shown in a box to copy from. One click shows and copies it. The clipboard gets a promise: when the
// response has come, Safari no longer takes it for the answer to a click.
document.addEventListener('submit', ({ target: form, submitter }) => {
  const slot = document.getElementById(form.dataset.copies ?? '');
  if (!slot || !navigator.clipboard?.write) return;
  const shown = new Promise((resolve) => form.addEventListener('htmx:afterRequest', resolve, { once: true }));
  const text = shown.then(() => {
    const source = slot.querySelector('[data-copied-text]');
    if (!source) throw new Error('The response has nothing to copy.');
    return new Blob([source.textContent], { type: 'text/plain' });
  });
  // Without the permission the box and its own button remain.
  navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).then(
    () => sayCopied(submitter),
    () => {},
  );
});

// The second click of a double click would send the form again, and show its response instead of the first one's, which may
// have a key that is shown only once. The server creates nothing twice by itself. Later, somebody means it: the page didn't come.
const DOUBLE_CLICK_MS = 3000;
let sentAt = new WeakMap();
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== 'post') return;
  if (event.timeStamp - sentAt.get(form) < DOUBLE_CLICK_MS) event.preventDefault();
  else sentAt.set(form, event.timeStamp);
});
addEventListener('pageshow', () => {
  sentAt = new WeakMap();
});

// Reloading a page that shows a link once would send its form again, and the new link would end the one that was copied.
const afterOnce = document.querySelector('[data-after-once]');
if (afterOnce) history.replaceState(null, '', afterOnce.dataset.afterOnce);

// Without an answer a click would do nothing, or lead to the browser's own page and lose the form. So before the browser goes
// anywhere, the server is asked for this script, which costs it little. If it isn't there, that's said, and what was clicked is
// done when it's back.
const SCRIPT = document.currentScript.src;
/** Longer than a phone's slow network takes. */
const ANSWER_MS = 5000;
const ASK_AGAIN_MS = 3000;
async function isThere() {
  const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) };
  // A balancer with nothing behind it answers 502, 503 or 504.
  return fetch(SCRIPT, options).then(
    ({ status }) => status < 500,
    () => false,
  );
}

const offline = document.querySelector('[data-offline]');
let askAgain;
function sayOffline(again) {
  askAgain = again;
  offline.hidden = false;
}
function tryAgain() {
  const again = askAgain;
  askAgain = undefined;
  offline.hidden = true;
  again?.();
}
offline.querySelector('button').addEventListener('click', tryAgain);
addEventListener('online', tryAgain);
setInterval(async () => {
  if (askAgain && (await isThere()) && askAgain) tryAgain();
}, ASK_AGAIN_MS);

let isAsking = false;
let isAnswered = false;
async function askFirst(event, again) {
  if (isAnswered) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isAsking) return;
  isAsking = true;
  const isUp = await isThere();
  isAsking = false;
  if (!isUp) return sayOffline(again);
  isAnswered = true;
  try {
    again();
  } finally {
    isAnswered = false;
  }
}
const isPlain = ({ button, ctrlKey, metaKey, shiftKey }) => button === 0 && !ctrlKey && !metaKey && !shiftKey;
const isSwapped = (element) =>
  element.matches('[hx-get], [hx-post]') ||
  element.closest('[hx-boost]')?.getAttribute('hx-boost') === 'true';
document.addEventListener(
  'click',
  (event) => {
    const link = event.target.closest?.('a[href]:not([href^="#"], [target])');
    if (link?.origin === location.origin && isPlain(event) && !isSwapped(link))
      askFirst(event, () => link.click());
  },
  true,
);
const send = (form, submitter) => form.requestSubmit(submitter?.isConnected ? submitter : null);
document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event;
    if (!isSwapped(form)) askFirst(event, () => send(form, submitter));
  },
  true,
);

function sayUnanswered({ requestConfig: { elt, headers } }) {
  const isAsked = elt.matches('a, form') && headers['X-Live-List'] === undefined;
  if (isAsked) sayOffline(() => (elt.matches('form') ? send(elt) : elt.click()));
}
document.addEventListener('htmx:sendError', ({ detail }) => sayUnanswered(detail));
document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  const { status, responseText } = detail.xhr;
  if (![502, 503, 504].includes(status) || responseText.includes('id="content"')) return;
  detail.shouldSwap = false;
  sayUnanswered(detail);
});

/** Only pages on https or localhost may write to the clipboard. */
function showCopyButtons(root) {
  for (const button of root.querySelectorAll('[data-print]')) button.hidden = false;
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll('[data-copy]')) button.hidden = false;
}

showCopyButtons(document);
document.addEventListener('htmx:afterSwap', () => showCopyButtons(document));

// Two boxes above a table of checkboxes: "all", and "all.read" for those that end in ".read". The server counts them by itself.
document.addEventListener('change', (event) => {
  const field = event.target.closest('fieldset:has([data-check-all])');
  if (!field) return;
  const boxes = [...field.querySelectorAll('table input')];
  const counted = (box) => boxes.filter(({ value }) => box.value === 'all' || value.endsWith('.read'));
  const above = [...field.querySelectorAll('[data-check-all] input')];
  if (above.includes(event.target))
    for (const box of counted(event.target)) box.checked = event.target.checked;
  for (const box of above) box.checked = counted(box).every(({ checked }) => checked);
});

// The events of an endpoint: one box above checks all of them, and is checked while all of them are. The server doesn't check it:
// without the script it would stay checked, and mean all, while others are unchecked.
function followEvents(picker, changed) {
  const [all, ...boxes] = picker.querySelectorAll('input[name="events"]');
  if (changed === all) for (const box of boxes) box.checked = all.checked;
  all.checked = boxes.every(({ checked }) => checked);
}
document.addEventListener('change', ({ target }) => {
  const picker = target.closest('.event-picker');
  if (picker) followEvents(picker, target);
});
for (const picker of document.querySelectorAll('.event-picker')) followEvents(picker);

// What was typed comes back: after a login, from the notice above the form; after a change of the language, from the tab's own
// storage, since the server needn't see it for that. Passwords, codes, tokens and values of headers don't.
const NOT_KEPT =
  '[type="password"], [autocomplete="one-time-code"], [name="headers"], [type="hidden"]:not([name="version"], [name="kept"])';
const TYPED = 'typed';
const forms = () => [...document.querySelectorAll('main form[method="post"]:not([data-kept])')];
const keptFields = (form) => [...form.elements].filter((field) => field.name && !field.matches(NOT_KEPT));

function fillIn(form, entries) {
  let filled = false;
  for (const field of keptFields(form)) {
    const values = entries.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.matches('[type="checkbox"], [type="radio"]')) field.checked = values.includes(field.value);
    else if (values.length > 0) field.value = values[0];
    filled ||= values.length > 0 && field.type !== 'hidden';
  }
  for (const picker of form.querySelectorAll('.event-picker')) followEvents(picker);
  return filled;
}

document.addEventListener('submit', ({ target: form }) => {
  if (!form.matches('[data-keeps-forms]')) return;
  const typed = forms().map((each) => {
    const values = keptFields(each).filter(({ type, checked }) => checked || !/checkbox|radio/.test(type));
    return [each.getAttribute('action'), values.map(({ name, value }) => [name, value])];
  });
  sessionStorage.setItem(TYPED, JSON.stringify(typed));
});

for (const [action, entries] of JSON.parse(sessionStorage.getItem(TYPED) ?? '[]'))
  for (const form of forms()) if (form.getAttribute('action') === action) fillIn(form, entries);
sessionStorage.removeItem(TYPED);

const kept = document.querySelector('form[data-kept]');
if (kept) {
  const entries = [...new FormData(kept)];
  const form = forms().find((each) => each.getAttribute('action') === kept.getAttribute('action'));
  if (form && fillIn(form, entries)) kept.querySelector('button').hidden = true;
}

// The list of deliveries. Hidden tabs hold no stream: browsers open only six connections to a server.
let stream = null;
let isStale = false;
const list = () => document.querySelector('[data-live]');

/** Fields that somebody has used. After a filter was applied, its field is another one, which nobody has touched yet. */
const touched = new WeakSet();
for (const kind of ['pointerdown', 'keydown'])
  document.addEventListener(kind, ({ target }) => touched.add(target), true);

/** While somebody selects, types or opens something, rows must not move under their hand. */
function isBusy(root) {
  const field = document.activeElement;
  const isInUse =
    root.contains(field) &&
    touched.has(field) &&
    field.matches('input:not([type="checkbox"]), select, summary');
  const isSelecting = root.querySelector('[name="id"]:checked') !== null;
  return isInUse || isSelecting || !document.getSelection().isCollapsed;
}

function showState(state) {
  const live = list()?.querySelector('.live');
  if (!live) return;
  live.hidden = false;
  live.dataset.state = state;
}

function refresh() {
  const root = list();
  if (!root) return;
  if (isBusy(root)) {
    isStale = true;
    showState('news');
    return;
  }
  isStale = false;
  const { here } = root.dataset;
  const known = new Set([...root.querySelectorAll('tr[id]')].map(({ id }) => id));
  const markFresh = () => {
    for (const row of list()?.querySelectorAll('tr[id]') ?? [])
      if (!known.has(row.id)) row.classList.add('fresh');
  };
  const [target, select] = ['#deliveries', '#deliveries'];
  const headers = { 'X-Live-List': here };
  htmx.ajax('GET', here, { target, select, swap: 'outerHTML show:none', headers }).then(markFresh);
}

/** Meanwhile another list may have been opened, or rows selected; and an error isn't a list. */
document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  const here = detail.requestConfig.headers['X-Live-List'];
  const root = list();
  if (here === undefined || !root) return;
  const isBusyNow = isBusy(root);
  detail.shouldSwap = detail.xhr.status === 200 && here === root.dataset.here && !isBusyNow;
  if (isBusyNow) isStale = true;
});

// A row opens where it is. Its anchor is for browsers without this script, which load the page again.
document.addEventListener('htmx:configRequest', ({ detail }) => {
  detail.path = detail.path.split('#')[0];
});

// What is swapped leaves the reader's place alone: what was clicked or has the focus stays where it is, or else the first row in
// sight, unless the list's beginning is. The browser's own anchoring follows the focus out of sight, so panel.css turns it off.
let place;
function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
function placeOf(clicked) {
  const rows = [...document.querySelectorAll('main tr[id]')];
  const isUsed = (element) => element?.matches('main :is(a, button, input, select, summary)[id]');
  const kept = [clicked, document.activeElement].find((each) => isUsed(each) && isInSight(each));
  return kept ?? (rows.length > 0 && !isInSight(rows[0]) ? rows.find(isInSight) : undefined);
}
document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  const kept = placeOf(detail.requestConfig.elt);
  place = kept && { id: kept.id, top: kept.getBoundingClientRect().top };
});
document.addEventListener('htmx:afterSwap', () => {
  const kept = place && document.getElementById(place.id);
  if (kept) scrollBy({ top: kept.getBoundingClientRect().top - place.top, behavior: 'instant' });
  place = undefined;
});

function follow() {
  stream?.close();
  stream = null;
  const root = list();
  if (!root || document.hidden) return;
  stream = new EventSource(`${root.dataset.live}?seen=${root.dataset.seen}`);
  stream.addEventListener('open', () => showState(isBusy(list()) ? 'paused' : 'on'));
  stream.addEventListener('changed', refresh);
  stream.addEventListener('full', () => {
    stream.close();
    showState('ended');
  });
  stream.addEventListener('error', () => showState(interrupted()));
}

/** The browser tries again by itself, unless it got a page: the session has ended. */
const interrupted = () => (stream?.readyState === EventSource.CLOSED ? 'ended' : 'off');

function noteActivity() {
  const root = list();
  if (!stream || !root) return;
  if (stream.readyState !== EventSource.OPEN) return showState(interrupted());
  if (isBusy(root)) showState(isStale ? 'news' : 'paused');
  else if (isStale) refresh();
  else showState('on');
}

follow();
document.addEventListener('visibilitychange', follow);
document.addEventListener('change', noteActivity);
document.addEventListener('focusout', () => setTimeout(noteActivity));
document.addEventListener('focusin', noteActivity);
document.addEventListener('selectionchange', noteActivity);
document.addEventListener('htmx:afterSwap', () => (stream ? noteActivity() : follow()));
