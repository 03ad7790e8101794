// The panel works without this script. With it, texts can be copied and checkboxes be checked with one click.

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
