import type { PageContent } from '#shared/site/model.ts'
import type { PageProblem } from '#shared/site/rules.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { fieldName } from './sections/field-name.ts'
import { siteEditorText } from './text.ts'
import { typeName } from './sections/type-name.ts'

interface Props {
  readonly page: PageContent
  readonly problems: readonly PageProblem[]
  readonly onFollow: (problem: PageProblem) => void
}

/** What is to be mended before a page is published, and what may stay: each line leads to its field. */
export function ProblemList({ page, problems, onFollow }: Props) {
  const t = useText(siteEditorText)
  const groups = (['error', 'warning'] as const).map((severity) => ({
    severity,
    found: problems.filter((each) => each.severity === severity),
  }))
  return (
    <div className="grid gap-5">
      {groups.map(
        ({ severity, found }) =>
          found.length > 0 && (
            <section key={severity} aria-label={t(severity === 'error' ? 'checksErrors' : 'checksWarnings', { n: found.length })}>
              <h3 className="flex items-center gap-2 text-base">
                <Icon
                  name={severity === 'error' ? 'danger' : 'warning'}
                  className={severity === 'error' ? 'text-bad-700' : 'text-warm-700'}
                />
                {t(severity === 'error' ? 'checksErrors' : 'checksWarnings', { n: found.length })}
              </h3>
              {severity === 'warning' && <p className="mt-1 text-sm text-ink-600">{t('checksWarningsBody')}</p>}
              <ul className="mt-2 grid gap-px">
                {found.map((problem, at) => (
                  <li key={at}>
                    <button
                      type="button"
                      onClick={() => onFollow(problem)}
                      className="w-full rounded-md px-2.5 py-1.5 text-left hover:bg-ink-100"
                    >
                      <span className="block font-medium text-brand-700 underline">{t(`problem_${problem.code}`)}</span>
                      <PlaceOf page={page} problem={problem} />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}

function PlaceOf({ page, problem }: { readonly page: PageContent; readonly problem: PageProblem }) {
  const t = useText(siteEditorText)
  const at = page.sections.findIndex(({ id }) => id === problem.section)
  const section = page.sections[at]
  const [list, item] = problem.field?.split('.') ?? []
  const parts = [
    section ? t('sectionNumber', { n: at + 1, type: typeName(t, section.component) }) : t('onPage'),
    section && item !== undefined ? t('itemNumber', { n: Number(item) + 1 }) : null,
    section && problem.field !== null ? fieldName(t, section.component, problem.field) : null,
    !section && list === 'title' ? t('aboutTitle') : !section && list === 'description' ? t('aboutDescription') : null,
    problem.language === null ? null : t(problem.language === 'es' ? 'spanish' : 'english'),
  ]
  return <span className="block text-sm text-ink-600">{parts.filter((part) => part !== null).join(' · ')}</span>
}
