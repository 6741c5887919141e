import { scriptText } from './characters.ts'

const single = /^[\p{L}\p{N}.,]*$/u
const grouped = (text: string): string => (single.test(text) ? text : `(${text})`)
const script = (base: string, text: string, kind: 'super' | 'sub'): string => `${base}${scriptText(text, kind, base === '' ? 'x' : base)}`

/** Name of an element of MathML, or of Office's formulas, whose names have a prefix. */
const nameOf = (element: Element): string => element.tagName.toLowerCase()

/** A formula of MathML or of Office on one line: `(a + b)/2`, `x²`, `√(n)`. Empty where it holds no text. */
export function formulaText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  if (!(node instanceof Element)) return ''
  const isSaid = (child: Node): boolean => !(child instanceof Element) || !/^(?:annotation|annotation-xml|m:.*pr)$/.test(nameOf(child))
  const parts = [...node.children].filter(isSaid)
  const [first, second, third] = parts.map(formulaText)
  const all = (): string => [...node.childNodes].filter(isSaid).map(formulaText).join('')
  switch (nameOf(node)) {
    case 'mfrac':
    case 'm:f':
      return `${grouped(first ?? '')}/${grouped(second ?? '')}`
    case 'msup':
    case 'mover':
    case 'm:ssup':
      return script(grouped(first ?? ''), second ?? '', 'super')
    case 'msub':
    case 'munder':
    case 'm:ssub':
      return script(grouped(first ?? ''), second ?? '', 'sub')
    case 'msubsup':
    case 'munderover':
    case 'm:ssubsup':
      return script(script(grouped(first ?? ''), second ?? '', 'sub'), third ?? '', 'super')
    case 'msqrt':
      return `√${grouped(all())}`
    case 'mroot':
      return `${scriptText(second ?? '', 'super', '')}√${grouped(first ?? '')}`
    case 'm:rad': {
      const degree = parts.find((each) => nameOf(each) === 'm:deg')
      const under = parts
        .filter((each) => each !== degree)
        .map(formulaText)
        .join('')
      return `${degree ? scriptText(formulaText(degree), 'super', '') : ''}√${grouped(under)}`
    }
    case 'mfenced':
    case 'm:d':
      return `(${parts.map(formulaText).join('; ')})`
    case 'mtr':
    case 'm:mr':
      return `${parts.map(formulaText).join(', ')}; `
    case 'mtext':
      return (node.textContent ?? '').replaceAll(/\s+/g, ' ')
    case 'mo':
    case 'm:t': {
      const said = (node.textContent ?? '').trim()
      return /^[=<>≤≥≠≈±×·+−∈→⇒-]$/.test(said) ? ` ${said} ` : said
    }
    default:
      return all()
  }
}

/** The formula that Office keeps in a comment, beside a picture of it for others; empty where the comment is another one. */
export function officeFormula(comment: string): string {
  if (!/^\[if gte msEquation/i.test(comment)) return ''
  const from = comment.indexOf(']>')
  const page = new DOMParser().parseFromString(comment.slice(from + 2), 'text/html')
  return formulaText(page.body).trim()
}
