// The panel works without this script. With it, texts can be copied with one click.

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (!button) return;
  const text = button.closest('.copy').querySelector('[data-copied-text]').textContent;
  await navigator.clipboard.writeText(text);
  const label = button.textContent;
  button.textContent = document.body.dataset.copied;
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
});

/** Only pages on https or localhost may write to the clipboard. */
function showCopyButtons(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll('[data-copy]')) button.hidden = false;
}

showCopyButtons(document);
document.addEventListener('htmx:afterSwap', () => showCopyButtons(document));
