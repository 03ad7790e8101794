/** In the browser: waits until htmx has settled, and the page was laid out and painted twice. The browser corrects its place meanwhile. */
export async function settled(): Promise<void> {
  const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
  while (document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added')) await frame();
  await frame();
  await frame();
}
