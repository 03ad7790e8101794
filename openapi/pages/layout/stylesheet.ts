const VARIABLES = `
:root { color-scheme: light dark; --page: #fff; --text: #1c2430; --quiet: #566170; --line: #dde2e9; --soft: #f4f6f9; --link: #0b5cad; --mark: #b3261e; --found: #ffe9a8; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14191f; --text: #e4e8ee; --quiet: #9aa5b4; --line: #333c49; --soft: #1e252f; --link: #7db8f2; --mark: #f2938c; --found: #5c4a12; }
}
`;

/** Everything but the layout of a page. The start above Swagger UI has it too, below a class of its own. */
const ELEMENTS = `
* { box-sizing: border-box; }
a { color: var(--link); text-decoration: none; }
a:hover, main p a, main li a, .start p a { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { margin: 1.2rem 0 0.3rem; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 2.2rem 0 0.6rem; font-size: 1.25rem; }
h3 { margin: 1.6rem 0 0.4rem; font-size: 1rem; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; }
code { padding: 0.1em 0.35em; border-radius: 4px; background: var(--soft); overflow-wrap: anywhere; }
pre { margin: 0 0 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--soft); overflow-x: auto; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.site { border-bottom: 1px solid var(--line); background: var(--soft); }
.site > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; max-width: 76rem; margin: 0 auto; padding: 0.7rem 1.25rem; }
.site .name { color: var(--text); font-weight: 700; }
.site nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; margin-right: auto; }
form { display: flex; gap: 0.4rem; }
input, button { min-height: 2.1rem; padding: 0.2rem 0.6rem; border: 1px solid var(--quiet); border-radius: 6px; background: var(--page); color: inherit; font: inherit; }
input { width: 9rem; }
button { cursor: pointer; }
`;

const PAGES = `
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 0.8rem 1.25rem 4rem; }
.quiet { color: var(--quiet); }
.status { color: var(--mark); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1.25rem; margin: 1rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
.titles { display: block; }
.titles dt { margin-top: 1rem; }
.advice { margin: 1.2rem 0; padding: 0.2rem 1rem; border-left: 4px solid var(--link); background: var(--soft); border-radius: 0 8px 8px 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4rem 0.6rem 0.4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 500; }
td code { background: none; padding: 0; }
@media (min-width: 75rem) { td code { overflow-wrap: normal; } }
mark { padding: 0 0.1em; border-radius: 3px; background: var(--found); color: inherit; }
.results { padding: 0; list-style: none; }
.results li { margin: 1.3rem 0; }
.results p { margin: 0.1rem 0; }
.results .place { color: var(--quiet); font-size: 0.9em; }
@media (max-width: 40rem) {
  main:not(:has(.guide)) { tr { display: block; padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
    td { display: block; padding: 0.1rem 0; border: 0; }
    thead { display: none; } }
}
`;

const GUIDES = `
main:has(.guide) { max-width: 76rem; }
.guide { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 3rem; }
.guide article { max-width: 52rem; }
.chapters { font-size: 0.95em; }
.chapters ol { position: sticky; top: 1rem; margin: 1.2rem 0; padding: 0; list-style: none; }
.chapters a { display: block; padding: 0.25rem 0.6rem; border-left: 2px solid var(--line); text-decoration: none; }
.chapters [aria-current] { border-color: var(--link); color: var(--text); font-weight: 600; }
.languages { margin: 1.3rem 0 -0.6rem; font-size: 0.9em; }
.languages a { margin-right: 1rem; }
.languages [aria-current] { color: var(--text); font-weight: 600; }
.contents { margin: 1.2rem 0; padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 8px; font-size: 0.95em; }
.contents b { color: var(--quiet); font-weight: 500; }
.contents ul { margin: 0.3rem 0 0; padding-left: 1.1rem; }
.guide h2 a, .guide h3 a { color: inherit; text-decoration: none; }
.guide h2 a:hover::after, .guide h3 a:hover::after { content: " #"; color: var(--quiet); }
.wide { overflow-x: auto; margin: 0 0 1rem; }
.neighbours { display: flex; justify-content: space-between; gap: 1.5rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.neighbours a:last-child { margin-left: auto; text-align: right; }
.neighbours small { display: block; color: var(--quiet); }
@media (max-width: 60rem) {
  .guide { display: flex; flex-direction: column-reverse; }
  .chapters ol { position: static; }
}
`;

const REFERENCE = `
main:has(.reference), body:has(.reference) .site > div { max-width: 96rem; }
.reference article { max-width: none; min-width: 0; }
.reference .chapters { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; }
.reference .chapters ul { margin: 0 0 0.6rem; padding: 0; list-style: none; }
.reference summary { padding: 0.25rem 0; cursor: pointer; }
.reference .chapters summary { font-weight: 600; }
.route { margin: 0.2rem 0 0; }
.two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 28rem); gap: 0 2.5rem; }
.two .examples { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; }
.examples pre { max-height: 26rem; overflow: auto; font-size: 0.9em; }
.examples h3 { display: flex; align-items: center; justify-content: space-between; }
.copy { min-height: 1.6rem; padding: 0 0.6rem; font-size: 0.8rem; font-weight: 400; }
.fields { margin: 0; padding: 0; list-style: none; }
.fields li { padding: 0.7rem 0; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
.fields li:target { background: var(--soft); box-shadow: -0.7rem 0 0 var(--soft); }
.fields p { margin: 0.15rem 0; }
.fields p.quiet { font-size: 0.9em; overflow-wrap: anywhere; }
.fields details { margin: 0.4rem 0 0; padding-left: 1rem; border-left: 2px solid var(--line); }
.field code { background: none; padding: 0; font-weight: 600; color: var(--text); }
.fields em { color: var(--mark); font-style: normal; font-size: 0.9em; }
.since { padding: 0.05rem 0.45rem; border: 1px solid var(--line); border-radius: 99px; color: var(--quiet); }
.variant { margin: 0.8rem 0 0.2rem; font-weight: 600; }
.objects { columns: 15rem; }
@media (max-width: 75rem) {
  .two { display: block; }
  .two .examples { position: static; max-height: none; }
}
@media (max-width: 60rem) {
  .reference .chapters { position: static; max-height: none; margin-top: 3rem; }
}
@media (max-width: 40rem) {
  .errors tr { display: grid; grid-template-columns: 3rem 1fr; padding: 0.3rem 0; border-bottom: 1px solid var(--line); }
  .errors td { padding: 0; border: 0; }
  .errors td:last-child { grid-column: 2; }
}
`;

/** Of every page but Swagger UI's. */
export const stylesheet = VARIABLES + ELEMENTS + PAGES + GUIDES + REFERENCE;

/** Of what stands above Swagger UI, whose own stylesheet must not get any of it. */
export const startStylesheet = `${VARIABLES}
.start { background: var(--page); color: var(--text); font: 16px/1.55 system-ui, sans-serif;
${ELEMENTS}
  .middle { max-width: 76rem; margin: 0 auto; padding: 0.5rem 1.25rem 0; }
  .examples { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 0 1.5rem; }
  .examples > div { min-width: 0; }
  .examples h2 { margin: 0.6rem 0 0.4rem; font-size: 1rem; }
  .places { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 0.5rem 1.5rem; margin: 0.5rem 0 0; padding: 0; list-style: none; }
  .places a { display: block; font-weight: 600; }
  .tags { display: flex; flex-wrap: wrap; gap: 0.3rem 1.1rem; }
  .tags [aria-current] { color: var(--text); font-weight: 600; }
}
`;
