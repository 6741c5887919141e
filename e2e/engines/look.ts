/** One step on the way to an element: its role, and its accessible name as a regular expression or to the letter. */
export interface Step {
  readonly role: string
  readonly name?: string | undefined
  readonly like?: string | undefined
}

/** What is wanted of the element. `press`: what a person presses for it; `place`: where that is; `select`: its option of that value, chosen. */
export type Wanted = 'there' | 'press' | 'place' | 'text' | 'name' | 'value' | 'checked' | 'select'

/**
 * Finds the first element on the way of the steps, by role and accessible name, as the journeys do. It runs in the page and is
 * sent there as its text: it uses nothing but its arguments. Null when there is none.
 */
export function look(steps: readonly Step[], wanted: Wanted, value = ''): Element | string | boolean | null {
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
  const textOf = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
    const label = node.getAttribute('aria-label')
    if (label !== null) return label
    return [...node.childNodes].map(textOf).join(' ')
  }
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')
    if (by !== null)
      return by
        .split(/\s+/)
        .map((id) => element.ownerDocument.getElementById(id))
        .map((each) => (each ? textOf(each) : ''))
        .join(' ')
    const label = element.getAttribute('aria-label')
    if (label !== null) return label
    const legend = element.localName === 'fieldset' ? element.querySelector('legend') : null
    if (legend) return textOf(legend)
    const labels = Reflect.get(element, 'labels') as NodeListOf<Element> | null | undefined
    if (labels && labels.length > 0) return [...labels].map(textOf).join(' ')
    return textOf(element)
  }
  const types: Readonly<Record<string, string>> = {
    radio: 'radio',
    checkbox: 'checkbox',
    file: 'file',
    password: 'password',
    button: 'button',
    submit: 'button',
    number: 'spinbutton',
  }
  const tags: Readonly<Record<string, string>> = {
    button: 'button',
    textarea: 'textbox',
    select: 'combobox',
    article: 'article',
    section: 'region',
    main: 'main',
    header: 'banner',
    fieldset: 'group',
    li: 'listitem',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
  }
  const roleOf = (element: Element): string => {
    const given = element.getAttribute('role')
    if (given !== null) return given
    const tag = element.localName
    if (tag === 'input') return types[element.getAttribute('type') ?? 'text'] ?? 'textbox'
    if (tag === 'a') return element.hasAttribute('href') ? 'link' : ''
    return tags[tag] ?? ''
  }
  const fits = (element: Element, { role, name, like }: Step): boolean => {
    if (roleOf(element) !== role) return false
    if (role !== 'file' && !element.checkVisibility()) return false
    if (name === undefined && like === undefined) return true
    const own = plain(nameOf(element))
    return name === undefined ? new RegExp(like ?? '').test(own) : own === name
  }
  let places: Element[] = [document.documentElement]
  for (const step of steps) places = places.flatMap((place) => [...place.querySelectorAll('*')].filter((each) => fits(each, step)))
  const [element] = places
  if (!element) return null
  switch (wanted) {
    case 'there':
      return element
    case 'press':
    case 'place': {
      const pressed = element.closest('label') ?? element
      pressed.scrollIntoView({ block: 'center' })
      if (wanted === 'press') return pressed
      const { x, y } = pressed.getBoundingClientRect()
      return `${x} ${y}`
    }
    case 'text':
      return plain(element.textContent)
    case 'name':
      return plain(nameOf(element))
    case 'value':
      return plain(String(Reflect.get(element, 'value') ?? element.textContent))
    case 'checked':
      return Reflect.get(element, 'checked') === true || element.getAttribute('aria-checked') === 'true'
    case 'select': {
      if (!(element instanceof HTMLSelectElement)) throw new Error('not a list')
      element.value = value
      element.dispatchEvent(new Event('change', { bubbles: true }))
      return element.value
    }
  }
}
