/** Style of the page of the API: reads from 320 pixels on, by day and by night, and on paper. */
export const apiPageStyle = `
:root {
  --ink: #111b37; --soft: #46526e; --line: #d3dae6; --ground: #f6f8fb; --sheet: #fff; --code: #edf0f6;
  --brand: #005b94; --get: #005b94; --post: #006661; --put: #96480f; --delete: #ad2018;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #edf0f6; --soft: #b3bdcf; --line: #323d59; --ground: #0a132d; --sheet: #111b37; --code: #1d2845;
    --brand: #86c2e8; --get: #86c2e8; --post: #7cccbd; --put: #f2b583; --delete: #f7a8a1;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0 auto; max-width: 76rem; padding: 1.25rem 1rem 4rem; color: var(--ink); background: var(--ground);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: break-word;
}
a { color: var(--brand); text-underline-offset: 0.18em; }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 0.5rem; padding: 0.5rem 1rem; background: var(--sheet); }
h1 { margin: 0.5rem 0; font-size: clamp(1.6rem, 1.2rem + 2vw, 2.4rem); line-height: 1.15; letter-spacing: -0.015em; text-wrap: balance; }
h2 { margin: 2.75rem 0 1rem; font-size: 1.4rem; line-height: 1.25; letter-spacing: -0.01em; }
h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.35rem 0.65rem; margin: 0; font-size: 1.02rem; font-weight: 600; }
h4 { margin: 1.1rem 0 0.35rem; font-size: 0.9rem; color: var(--soft); font-weight: 600; }
p { margin: 0.4rem 0; max-width: 46rem; }
.lead { font-size: 1.1rem; color: var(--soft); }
.version { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; color: var(--soft); }
.tongues { margin: 0; text-align: right; max-width: none; }
.tongues a { display: inline-block; padding: 0.4rem 0; }
code, var { font: 0.92em/1.5 ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
p code, li > code, td code, th code, .type code { padding: 0.08em 0.3em; border-radius: 4px; background: var(--code); }
h3 code { min-width: 0; }
var { color: var(--brand); }
nav { margin-top: 1.5rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet); }
nav h2 { margin: 0 0 0.5rem; font-size: 1rem; }
nav ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0 1.5rem; margin: 0; padding: 0; list-style: none; }
nav li { display: flex; justify-content: space-between; gap: 0.75rem; padding: 0.35rem 0; }
nav li span { color: var(--soft); font-variant-numeric: tabular-nums; }
.basics ul { margin: 0; padding-left: 1.15rem; max-width: 50rem; }
.basics li { margin: 0.4rem 0; }
article { margin: 0 0 1rem; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet); }
article:target { border-color: var(--brand); box-shadow: 0 0 0 1px var(--brand); }
.method { padding: 0.05rem 0.5rem; border: 1.5px solid; border-radius: 6px; font-size: 0.78rem; font-weight: 700; letter-spacing: 0.04em; }
.get, .head { color: var(--get); }
.post { color: var(--post); }
.put, .patch { color: var(--put); }
.delete { color: var(--delete); }
dl { display: flex; flex-wrap: wrap; gap: 0.25rem 1.75rem; margin: 0.5rem 0 0; font-size: 0.92rem; }
dl div { display: flex; flex-wrap: wrap; gap: 0 0.5rem; }
dt { color: var(--soft); }
dd { margin: 0; }
dd.administrator { font-weight: 600; }
.fields, .ways { margin: 0.15rem 0 0; padding: 0; list-style: none; }
.fields > li, .ways > li { padding: 0.3rem 0; border-top: 1px solid var(--line); }
.fields > li:first-child, .ways > li:first-child { border-top: 0; }
.fields .fields, .fields .ways, .ways .fields, .ways .ways { margin: 0.3rem 0 0.2rem 0.2rem; padding-left: 0.85rem; border-left: 2px solid var(--line); }
.name { font-weight: 600; }
li > code.name { padding: 0; background: none; }
.type { font-size: 0.93rem; }
small { display: inline-block; margin-left: 0.35rem; color: var(--soft); font-size: 0.85rem; }
details { margin-top: 0.65rem; }
summary { padding: 0.35rem 0; cursor: pointer; font-size: 0.93rem; font-weight: 600; }
summary span { margin-left: 0.35rem; color: var(--soft); font-weight: 400; }
table { width: 100%; border-collapse: collapse; font-size: 0.92rem; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { border-top: 0; color: var(--soft); }
td:first-child { font-variant-numeric: tabular-nums; }
@media (max-width: 34rem) {
  article, nav { padding: 0.9rem 0.95rem; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: 3rem 1fr; padding: 0.4rem 0; border-top: 1px solid var(--line); }
  th, td { padding: 0; border: 0; }
  td:last-child { grid-column: 1 / -1; }
}
@media print { nav, .tongues { display: none; } article { break-inside: avoid; } }
`
