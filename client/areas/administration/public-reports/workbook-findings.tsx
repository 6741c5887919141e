import { failure } from '#shared/kernel/failure.ts'
import { openCategories } from '#shared/open-data/model.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { Looked } from './check-workbook.ts'
import { publicReportsText } from './text.ts'

/** What a workbook holds, or each of its cells that is wrong, by sheet. */
export function WorkbookFindings({ look }: { readonly look: Looked }) {
  const t = useText(publicReportsText)
  const errorText = useErrorText()
  if (look.kind === 'unread') return <Notice tone="neutral">{t('checkedNone')}</Notice>
  const { problems, more, years } = look
  if (problems.length > 0)
    return (
      <Notice tone="danger" title={t('problemsTitle', { n: problems.length + more })}>
        <p>{t('problemsLead')}</p>
        <div
          // Long lists scroll in their place, also by keys.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="group"
          aria-label={t('problemsTitle', { n: problems.length + more })}
          className="mt-2 max-h-72 overflow-y-auto rounded-sm"
        >
          {[...Map.groupBy(problems, ({ sheet }) => sheet)].map(([sheet, found]) => (
            <section key={sheet} className="mt-2 first:mt-0">
              <h3 className="text-sm font-semibold text-ink-950">{t('problemSheet', { sheet })}</h3>
              <ul className="mt-1 grid gap-1">
                {found.map(({ cell, code, params }, at) => (
                  <li key={`${cell} ${at}`} className="grid grid-cols-[3.5rem_1fr] gap-2">
                    <span className="tabular font-semibold text-bad-700">{cell}</span>
                    <span className="wrap-anywhere">{errorText(failure(code, params))}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {more > 0 && <p className="mt-2">{t('problemsMore', { n: more })}</p>}
      </Notice>
    )
  return (
    <section className="forced-edge rounded-lg border border-good-300 bg-good-50 px-4 py-3">
      <div
        // What is wider than the window is reached by keys, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={t('previewTitle')}
        className="overflow-x-auto rounded-sm"
      >
        <table className="tabular w-full text-sm">
          <caption className="pb-1.5 text-left text-base font-semibold text-ink-950">
            <span className="flex items-center gap-2">
              <Icon name="check-circle" className="text-good-700" />
              {t('previewTitle')}
            </span>
          </caption>
          <thead>
            <tr className="text-left text-[0.8125rem] text-ink-700">
              <th scope="col" className="py-1 pr-3 font-semibold">
                {t('previewYear')}
              </th>
              <th scope="col" className="py-1 pr-3 text-right font-semibold">
                {t('previewInstitutions')}
              </th>
              {openCategories.map((category) => (
                <th key={category} scope="col" lang="es" className="py-1 pr-3 text-right font-semibold">
                  {category}
                </th>
              ))}
              <th scope="col" className="py-1 text-right font-semibold">
                {t('previewInitiatives')}
              </th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, institutions, byCategory, initiatives }) => (
              <tr key={year} className="border-t border-good-300">
                <th scope="row" className="py-1 pr-3 text-left font-semibold">
                  {year}
                </th>
                <td className="py-1 pr-3 text-right">{institutions}</td>
                {openCategories.map((category) => (
                  <td key={category} className="py-1 pr-3 text-right">
                    {byCategory[category]}
                  </td>
                ))}
                <td className="py-1 text-right">{initiatives}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
