import { tendQuestions } from '#client/features/faq/tend-questions.ts'
import type { offerToSave } from './save-site.ts'
import '../../styles/site.css'

/*
 * The small script of every page: what it adds is comfort. What it imports is nobody else's, so that it stays one small file.
 */

/** The menu closes when somebody presses Escape, or beside it. */
function tendMenu(menu: HTMLDetailsElement): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  document.addEventListener('click', (event) => {
    if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false
  })
}

/** Who chooses a language here is received in it by the application, too. */
function keepLanguage(link: HTMLAnchorElement): void {
  link.addEventListener('click', () => {
    try {
      localStorage.setItem('lang', link.dataset['language'] ?? 'es')
    } catch {
      // Storage is blocked: the address says it.
    }
  })
}

/** A link to a picture of a row brings it without moving the page, and tells which one is seen. */
function tendSlides(links: Element): void {
  const all = [...links.querySelectorAll('a')]
  const slideOf = (link: HTMLAnchorElement): HTMLElement | null => document.getElementById(link.hash.slice(1))
  const row = all[0] && slideOf(all[0])?.parentElement?.parentElement
  if (!row) return
  for (const link of all)
    link.addEventListener('click', (event) => {
      const slide = slideOf(link)
      if (!slide) return
      event.preventDefault()
      row.scrollLeft = slide.offsetLeft - row.offsetLeft
    })
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = all.find((each) => each.hash === `#${target.id}`)
        if (isIntersecting) link?.setAttribute('aria-current', 'true')
        else link?.removeAttribute('aria-current')
      }
    },
    { root: row, threshold: 0.6 },
  )
  for (const link of all) {
    const slide = slideOf(link)
    if (slide) seen.observe(slide)
  }
}

/** From then on pages that were read are read again without a network; the first of all comes before the worker does. */
async function keepWhatIsRead(): Promise<void> {
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  await serviceWorker.register('/service-worker.js')
  const { active } = await serviceWorker.ready
  if (isFirst) active?.postMessage({ type: 'KEEP', url: location.href })
}

/** The offer to keep the whole site, where the browser can; what it is made of comes when it is asked for. */
function offerWhole(button: HTMLElement): void {
  const { saveScript } = document.body.dataset
  if (saveScript === undefined) return
  button.hidden = false
  button.addEventListener('click', () => {
    const part: Promise<{ readonly offerToSave: typeof offerToSave }> = import(/* @vite-ignore */ saveScript)
    // Without a network it is there all the same: the worker has it.
    void part.then((saving) => saving.offerToSave(document.documentElement.lang === 'en' ? 'en' : 'es'))
  })
}

if ('serviceWorker' in navigator && !import.meta.env.DEV) {
  // The page's own files go first. A browser that refuses workers reads the site all the same, with a network.
  addEventListener('load', () => void keepWhatIsRead().catch(() => undefined), { once: true })
  for (const button of document.querySelectorAll<HTMLElement>('[data-save-site]')) offerWhole(button)
}
for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-menu]')) tendMenu(menu)
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language]')) keepLanguage(link)
for (const slides of document.querySelectorAll('[data-slides]')) tendSlides(slides)
for (const search of document.querySelectorAll<HTMLFormElement>('form[data-faq-search]')) tendQuestions(search)
