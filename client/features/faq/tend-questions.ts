/** Opens the question that the address names and brings it into view: not every browser opens what holds it. */
export function openNamed(): void {
  const named = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
  const question = named?.closest<HTMLDetailsElement>('details[data-faq]')
  if (!question) return
  question.open = true
  question.scrollIntoView({ block: 'center' })
}
