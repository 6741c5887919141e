import { useEffect, useRef } from 'react'
import { cx } from '#client/ui/cx.ts'
import { cleanHtml } from './rich-text.ts'

export const richTextClass =
  '[&_a]:text-brand-700 [&_a]:underline [&_blockquote]:border-l-3 [&_blockquote]:border-ink-200 [&_blockquote]:pl-3 [&_h3]:mt-3 [&_h3]:text-base [&_h3]:font-semibold [&_h3]:first:mt-0 [&_li]:my-0.5 [&_ol]:my-2 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:my-2 [&_p]:first:mt-0 [&_p]:last:mb-0 [&_ul]:my-2 [&_ul]:list-disc [&_ul]:pl-6'

/** A text with its marks, cleaned again before it is drawn. Its language is the answers': Spanish. */
export function RichTextView({ html, className }: { readonly html: string; readonly className?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    box.current.innerHTML = cleanHtml(html)
    for (const link of box.current.querySelectorAll('a')) {
      link.rel = 'noopener noreferrer'
      link.target = '_blank'
    }
  }, [html])
  return <div ref={box} lang="es" className={cx(richTextClass, 'break-words', className)} />
}
