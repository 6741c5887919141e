/** HTML that is safe as it stands. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | readonly Part[]

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text
  return typeof part === 'object' ? part.map(textOf).join('') : escaped(String(part))
}

/** HTML of a template: whatever is put into it is text, unless it is markup itself. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.map((text, at) => text + (at < parts.length ? textOf(parts[at] ?? '') : '')).join(''))
