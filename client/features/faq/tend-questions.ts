/** Text without its accents, in small letters. */
const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Opens the question that the address names and brings it into view: not every browser opens what holds it. */
function openNamed(): void {
  const named = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null
  const question = named?.closest<HTMLDetailsElement>('details[data-faq]')
  if (!question) return
  question.open = true
  question.scrollIntoView({ block: 'center' })
}

/**
 * The search over a page of questions that the server drew. Its field has its place from the start, so that nothing moves under who reads
 * already, except where scripts are off. Questions that lack one of the words go, and so do sections without any; how many are left is told.
 */
export function tendQuestions(form: HTMLFormElement): void {
  const field = form.querySelector('input')
  const told = document.querySelector<HTMLElement>('[data-faq-told]')
  const questions = [...document.querySelectorAll<HTMLElement>('details[data-faq]')].map((element) => ({
    element,
    text: bare(element.textContent),
  }))
  if (!field || !told) return
  form.addEventListener('submit', (event) => event.preventDefault())
  const look = (): void => {
    const words = bare(field.value).split(/\s+/).filter(Boolean)
    let left = 0
    for (const { element, text } of questions) {
      const stays = words.every((word) => text.includes(word))
      element.classList.toggle('hidden', !stays)
      if (stays) left += 1
    }
    for (const section of document.querySelectorAll('[data-faq-section]'))
      section.classList.toggle('hidden', section.querySelector('details[data-faq]:not(.hidden)') === null)
    const said = (left === 0 ? told.dataset['none'] : told.dataset['found']) ?? ''
    told.textContent = words.length === 0 ? '' : said.replace('{n}', String(left)).replace('{total}', String(questions.length))
  }
  field.addEventListener('input', look)
  // Somebody may have typed before this script came.
  if (field.value !== '') look()
  openNamed()
  addEventListener('hashchange', openNamed)
}
