import { visibleText } from '#shared/kernel/rich-text.ts'
import type { PageContent } from '#shared/site/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { differencesOf } from './differences.ts'
import type { ValueDifference } from './differences.ts'
import { useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { fieldName } from '#client/areas/administration/site-editor/sections/field-name.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { typeName } from '#client/areas/administration/site-editor/sections/type-name.ts'

interface Props {
  readonly left: PageContent
  readonly right: PageContent
  readonly leftName: string
  readonly rightName: string
}

/** Two states of a page side by side, with nothing but what differs. */
export function CompareView({ left, right, leftName, rightName }: Props) {
  const t = useText(siteEditorText)
  const { page, sections } = differencesOf(left, right)
  if (page.length === 0 && sections.length === 0) return <p>{t('compareSame')}</p>
  return (
    <div className="grid gap-5">
      {page.length > 0 && (
        <section aria-label={t('outlinePage')}>
          <h3 className="text-base">{t('outlinePage')}</h3>
          <Values values={page} component="" leftName={leftName} rightName={rightName} />
        </section>
      )}
      {sections.map(({ section, kind, moved, hidden, values }) => (
        <section key={`${kind}${section.id}`} aria-label={typeName(t, section.component)}>
          <h3 className="flex flex-wrap items-center gap-2 text-base">
            {typeName(t, section.component)}
            <Badge tone={kind === 'added' ? 'success' : kind === 'removed' ? 'danger' : 'info'}>
              {t(kind === 'added' ? 'diffAdded' : kind === 'removed' ? 'diffRemoved' : 'diffChanged')}
            </Badge>
            {moved && <Badge>{t('diffMoved')}</Badge>}
            {hidden !== null && <Badge>{t(hidden ? 'diffHidden' : 'diffShown')}</Badge>}
          </h3>
          <Values values={values} component={section.component} leftName={leftName} rightName={rightName} />
        </section>
      ))}
    </div>
  )
}

interface ValuesProps {
  readonly values: readonly ValueDifference[]
  readonly component: string
  readonly leftName: string
  readonly rightName: string
}

function Values({ values, component, leftName, rightName }: ValuesProps) {
  const t = useText(siteEditorText)
  const { viewFiles } = useEditorParts()
  const said = (text: string): string => (text === '' ? t('diffNothing') : (viewFiles[text]?.name ?? visibleText(text)))
  const named = (path: string): string =>
    component !== '' ? fieldName(t, component, path) : t(path === 'name' ? 'name' : path === 'title' ? 'aboutTitle' : 'aboutDescription')
  return (
    <ul className="mt-2 grid gap-3">
      {values.map(({ path, language, left, right }) => (
        <li key={`${path}${language ?? ''}`}>
          <p className="text-sm text-ink-600">
            {[named(path), language === null ? null : t(language === 'es' ? 'spanish' : 'english')]
              .filter((part) => part !== null)
              .join(' · ')}
          </p>
          <dl className="mt-1 grid gap-2 sm:grid-cols-2">
            {(
              [
                [leftName, left, 'border-bad-300 bg-bad-50'],
                [rightName, right, 'border-good-300 bg-good-50'],
              ] as const
            ).map(([name, text, tone]) => (
              <div key={name} className={`rounded-md border px-3 py-2 ${tone}`}>
                <dt className="text-xs font-semibold text-ink-700">{name}</dt>
                <dd lang={text === '' ? undefined : (language ?? undefined)} className="wrap-anywhere whitespace-pre-line">
                  {said(text)}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
