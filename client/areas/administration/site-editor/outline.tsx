import type { PageContent } from '#shared/site/model.ts'
import type { PageProblem } from '#shared/site/rules.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { aboutId } from './pages/name-and-about.tsx'
import { excerptOf, pageProgress, sectionProgress } from './progress.ts'
import { cardId } from './sections/section-card.tsx'
import { siteEditorText } from './text.ts'
import { typeName } from './sections/type-name.ts'

interface Props {
  readonly page: PageContent
  readonly problems: readonly PageProblem[]
  /** After somebody followed a line: a drawer closes. */
  readonly onFollow: () => void
}

/** What a page is made of, in its order, with what lacks English and what is wrong: each line leads to its section. */
export function Outline({ page, problems, onFollow }: Props) {
  const t = useText(siteEditorText)
  const { done, total } = pageProgress(page)
  const lineClass = 'flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left text-ink-900 hover:bg-ink-100 focus-visible:bg-brand-50'
  const go = (id: string) => (): void => {
    onFollow()
    // A drawer that closes gives the focus back first.
    setTimeout(() => {
      const target = document.getElementById(id)
      target?.scrollIntoView({ block: 'start' })
      target?.focus({ preventScroll: true })
    })
  }
  return (
    <div className="px-3 py-5">
      <p className="px-2 font-semibold text-ink-950">{t('outline')}</p>
      <p className="tabular px-2 pb-2 text-sm text-ink-600">{t('sayEnglishLong', { done, total })}</p>
      <ol className="grid gap-px">
        <li>
          <button type="button" className={lineClass} onClick={go(aboutId)}>
            <Icon name="file" size={17} className="mt-0.5 text-ink-500" />
            <span className="min-w-0 flex-1 leading-snug">{t('outlinePage')}</span>
            {problems.some(({ section, severity }) => section === null && severity === 'error') && (
              <Icon name="danger" size={16} label={t('itemProblem')} className="mt-1 text-bad-700" />
            )}
          </button>
        </li>
        {page.sections.map((section, at) => {
          const progress = sectionProgress(section)
          const errors = problems.some((each) => each.section === section.id && each.severity === 'error')
          const excerpt = excerptOf(section)
          return (
            <li key={section.id}>
              <button type="button" className={cx(lineClass, section.hidden && 'text-ink-600')} onClick={go(cardId(section.id))}>
                <span className="tabular w-5 shrink-0 text-right text-sm leading-6 text-ink-600">{at + 1}</span>
                <span className="min-w-0 flex-1 leading-snug">
                  <span className="block wrap-anywhere">{typeName(t, section.component)}</span>
                  {excerpt !== '' && (
                    <span lang="es" className="line-clamp-1 text-sm wrap-anywhere text-ink-600">
                      {excerpt}
                    </span>
                  )}
                </span>
                {section.hidden && <Icon name="eye-off" size={16} label={t('hidden')} className="mt-1" />}
                {(progress.done < progress.total || progress.old) && (
                  <span
                    className="tabular shrink-0 text-xs leading-6 font-semibold text-warm-700"
                    title={progress.old ? t('englishOld') : t('englishMissing')}
                  >
                    {progress.done < progress.total ? t('sayEnglish', { done: progress.done, total: progress.total }) : 'EN'}
                    <span className="sr-only"> {t(progress.old ? 'englishOld' : 'englishMissing')}</span>
                  </span>
                )}
                {errors && <Icon name="danger" size={16} label={t('itemProblem')} className="mt-1 text-bad-700" />}
              </button>
            </li>
          )
        })}
      </ol>
      {page.sections.length === 0 && <p className="px-2 text-ink-600">{t('outlineNone')}</p>}
    </div>
  )
}
