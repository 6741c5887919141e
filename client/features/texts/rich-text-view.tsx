import { useEffect, useRef } from 'react'
import { cx } from '#client/ui/cx.ts'
import { loadPart } from '#client/ui/loading/load-part.ts'

export const richTextClass =
  '[&_a]:text-brand-700 [&_a]:underline [&_blockquote]:border-l-3 [&_blockquote]:border-ink-200 [&_blockquote]:pl-3 [&_h3]:mt-3 [&_h3]:text-base [&_h3]:font-semibold [&_h3]:first:mt-0 [&_li]:my-0.5 [&_ol]:my-2 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:my-2 [&_p]:first:mt-0 [&_p]:last:mb-0 [&_ul]:my-2 [&_ul]:list-disc [&_ul]:pl-6'

let clean: ((html: string) => string) | null = null

/** What cleans marks is heavy, and most texts have none. */
async function loadClean(): Promise<(html: string) => string> {
  clean ??= (await loadPart(() => import('./rich-text.ts'))).cleanHtml
  return clean
}

function show(box: HTMLElement, cleaned: string): void {
  box.innerHTML = cleaned
  for (const link of box.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer'
    link.target = '_blank'
  }
}

/** The words of a text with marks: a document that is only parsed runs nothing. */
const wordsOf = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent

interface Props {
  readonly html: string
  /** Spanish unless said otherwise: it is the answers' language. */
  readonly lang?: 'es' | 'en'
  readonly className?: string | undefined
}

/** A text with its marks, cleaned again before it is drawn. */
export function RichTextView({ html, lang = 'es', className }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = box
    if (!current) return
    if (clean) return show(current, clean(html))
    const marked = /[<&]/.test(html)
    current.textContent = marked ? wordsOf(html) : html
    if (!marked) return
    let left = false
    loadClean().then(
      (cleaner) => {
        if (!left) show(current, cleaner(html))
      },
      // Its words are there; its marks could not be had.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [html])
  return <div ref={box} lang={lang} className={cx(richTextClass, 'break-words', className)} />
}
