import { useText } from '#client/i18n/text.ts'
import { uiText } from './text.ts'

/** First stop of the Tab key: past header and map, to what the page is about. `fallback` where the page has no such part. */
export function SkipLink({ to, fallback, label }: { readonly to: string; readonly fallback?: string; readonly label?: string }) {
  const t = useText(uiText)
  return (
    <a
      href={`#${to}`}
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-ink-950 px-4 py-2.5 font-semibold text-white focus:translate-y-0"
      onClick={(event) => {
        event.preventDefault()
        const target = document.getElementById(to) ?? (fallback === undefined ? null : document.getElementById(fallback))
        target?.focus()
      }}
    >
      {label ?? t('skipToContent')}
    </a>
  )
}
