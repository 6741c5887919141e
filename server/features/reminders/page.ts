import { createHash } from 'node:crypto'
import type { Language } from '../../http/failures.ts'
import { Markup, markup } from '../../http/markup.ts'
import { optOutPageEn } from '../../strings/opt-out-page.en.ts'
import { optOutPageEs } from '../../strings/opt-out-page.es.ts'

type Words = { readonly [K in keyof typeof optOutPageEs]: string }
const words: Readonly<Record<Language, Words>> = { es: optOutPageEs, en: optOutPageEn }

const style = `
:root { --ink: #111b37; --ground: #f6f8fb; --sheet: #fff; --line: #d3dae6; --brand: #005b94; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #edf0f6; --ground: #0a132d; --sheet: #111b37; --line: #323d59; --brand: #86c2e8; --on: #0a132d; }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 40rem; padding: 2rem min(1rem, 4vw); color: var(--ink); background: var(--ground);
  font: 1.05rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: break-word;
}
main { padding: min(1.5rem, 6vw); border: 1px solid var(--line); border-radius: 12px; background: var(--sheet); }
h1 { margin: 0 0 0.75rem; font-size: clamp(1.1rem, 6vw, 1.6rem); line-height: 1.2; }
p { margin: 0.75rem 0; }
a { color: var(--brand); text-underline-offset: 0.18em; }
button {
  margin-top: 0.5rem; min-height: 2.75rem; padding: 0.5rem 1.1rem; font: inherit; font-weight: 600; color: var(--on);
  background: var(--brand); border: 1px solid transparent; border-radius: 8px; cursor: pointer;
}
a:focus-visible, button:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
`

/** Nothing runs and nothing is fetched: one style, which the policy knows by its digest, and one form, which goes back where it came from. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** ask: reminders are on, and one press ends them · off: they have ended · unknown: the link is nobody's. */
type OptOutState = 'ask' | 'off' | 'unknown'

/** The page that a reminder's link leads to. It says nothing of whose link it is: a letter may have been handed on. */
export function optOutPage(state: OptOutState, language: Language, settings: string): Response {
  const t = words[language]
  const document = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${t.title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<h1>${t.title}</h1>
${contentOf(state, t, settings)}
</main>
</body>
</html>
`
  return new Response(document.text, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language, 'Content-Security-Policy': policy },
  })
}

function contentOf(state: OptOutState, t: Words, settings: string): Markup {
  const toSettings = markup`<a href="${settings}">${t.settings}</a>`
  switch (state) {
    case 'ask':
      return markup`<p>${t.ask}</p>
<form method="post"><button type="submit">${t.act}</button></form>`
    case 'off':
      return markup`<p role="status">${t.off}</p>
<p>${t.again} ${toSettings}.</p>`
    case 'unknown':
      return markup`<p>${t.unknown} ${toSettings}.</p>`
  }
}
