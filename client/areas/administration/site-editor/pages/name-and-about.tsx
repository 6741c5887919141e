import { oneLine } from '#client/areas/administration/site-editor/sections/one-line.ts'
import type { About, PageContent } from '#shared/site/model.ts'
import { addressOf, isNameTaken, isReservedName, nameProblem, pageKey } from '#shared/site/rules.ts'
import type { ListedPage } from '#shared/site/routes.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { fieldId, useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { useProblemsAt } from '#client/areas/administration/site-editor/use-problems.ts'

interface Props {
  readonly page: PageContent
  /** As it is listed; null for one that the server does not have yet. */
  readonly listed: ListedPage | null
}

export const aboutId = 'page-about'

/** What a page is called, where it will be found, and what search engines say of it. */
export function NameAndAbout({ page, listed }: Props) {
  const t = useText(siteEditorText)
  const { act, pages } = useEditorParts()
  const published = listed?.published?.name ?? null
  const isFixed = listed !== null && isReservedName(published ?? listed.name)
  const wrong = page.name === '' ? null : nameProblem(page.name)
  const taken = wrong === null && page.name !== '' && isNameTaken(page.name, listed?._id ?? '', pages.map(namedOf))
  const error = wrong === 'name_form' ? t('problem_name_form') : wrong === 'name_taken' || taken ? t('problem_name_taken') : null
  const address = page.name === '' || wrong !== null ? null : addressOf(page.name)
  const isRename = published !== null && pageKey(published) !== pageKey(page.name)
  const former = (listed?.formerNames ?? []).filter((name) => pageKey(name) !== pageKey(page.name))
  return (
    <Card title={t('outlinePage')} className="scroll-mt-40">
      <div id={aboutId} tabIndex={-1} className="grid gap-6">
        <div className="grid gap-2">
          <TextField
            id={fieldId(null, 'name', null)}
            label={t('name')}
            hint={isFixed ? t('nameReserved') : t('nameHint')}
            value={page.name}
            readOnly={isFixed}
            onChange={(name) => act({ kind: 'name', name })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            error={error}
            className="max-w-xl"
          />
          {page.name !== '' && wrong === null && (
            <p role="status" className="text-ink-700">
              {address === null ? (
                t('addressPart')
              ) : (
                <>
                  {t(published !== null && !isRename ? 'addressOf' : 'addressIs')}{' '}
                  <span className="font-semibold wrap-anywhere text-ink-950">{`${location.origin}${address}`}</span>
                </>
              )}
            </p>
          )}
          {isRename && published !== null && addressOf(published) !== null && error === null && page.name !== '' && (
            <p className="text-ink-700">{t('addressRename', { from: addressOf(published) ?? '' })}</p>
          )}
          {former.length > 0 && (
            <div className="text-sm text-ink-700">
              <p>{t('addressFormer')}</p>
              <ul className="mt-1 flex flex-wrap gap-1.5">
                {former.map((name) => (
                  <li key={name}>
                    <Badge>{addressOf(name) ?? name}</Badge>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
        {pageKey(page.name) !== 'header' && pageKey(page.name) !== 'footer' && (
          <section aria-label={t('about')}>
            <h3 className="text-base">{t('about')}</h3>
            <p className="mt-0.5 text-sm text-ink-600">{t('aboutHint')}</p>
            <div className="mt-3 grid items-start gap-x-5 gap-y-4 md:grid-cols-2">
              <AboutField about={page.about} field="title" language="es" most={120} />
              <AboutField about={page.about} field="englishTitle" language="en" most={120} />
              <AboutField about={page.about} field="description" language="es" most={300} />
              <AboutField about={page.about} field="englishDescription" language="en" most={300} />
            </div>
          </section>
        )}
      </div>
    </Card>
  )
}

const namedOf = ({ _id: id, name, formerNames, removed, published }: ListedPage) => ({
  ...{ id, name, formerNames, removed },
  published: published !== null,
})

interface AboutProps {
  readonly about: About
  readonly field: keyof About
  readonly language: 'es' | 'en'
  readonly most: number
}

function AboutField({ about, field, language, most }: AboutProps) {
  const t = useText(siteEditorText)
  const { act } = useEditorParts()
  const isTitle = field === 'title' || field === 'englishTitle'
  const path = isTitle ? 'title' : 'description'
  const es = isTitle ? about.title : about.description
  const lacksEnglish = language === 'en' && about[field].trim() === '' && es.trim() !== ''
  return (
    <div>
      <TextArea
        id={fieldId(null, path, language)}
        label={t(language === 'es' ? 'inSpanish' : 'inEnglish', { field: t(isTitle ? 'aboutTitle' : 'aboutDescription') })}
        lang={language}
        rows={isTitle ? 1 : 3}
        max={most}
        value={about[field]}
        onChange={(typed) => act({ kind: 'about', field, text: oneLine(typed) })}
        error={useProblemsAt(null, path, language)}
      />
      {lacksEnglish && (
        <Badge tone="warning" className="mt-1.5">
          {t('englishMissing')}
        </Badge>
      )}
    </div>
  )
}
