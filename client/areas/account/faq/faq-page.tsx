import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type * as v from 'valibot'
import { must } from '#shared/kernel/assert.ts'
import { publicGuides } from '#shared/site/file-routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { DeviceHelp } from './device-help.tsx'
import { FaqDownloads } from '#client/features/faq/downloads.tsx'
import { foundQuestions } from './found-questions.ts'
import { faqTotal } from '#client/features/faq/sections.ts'
import { FrequentQuestions } from '#client/features/faq/questions.tsx'
import { faqText } from '#client/features/faq/text.ts'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'

const schema = must(publicGuides.reply, 'what can be taken away has a form')
type Guides = v.InferOutput<typeof schema>

/** Frequently asked questions, for who answers and who evaluates. */
export function FaqPage() {
  const t = useText(faqText)
  const [words, setWords] = useState('')
  const { found: guides } = useKeptPage<Guides>({ name: 'public guides', schema, ask: () => callRoute(publicGuides) })
  // Where nobody knows the way to it stays: whoever follows it is told.
  const hasQuestionnaire = guides.kind !== 'ready' || guides.page.questionnaire
  const found = foundQuestions(words, t)
  const told = found === undefined ? '' : found.size === 0 ? t('none') : t('found', { n: found.size, total: faqTotal })
  useEffect(() => {
    if (told !== '') announce(told)
  }, [told])
  const { hash } = useLocation()
  useEffect(() => {
    // Not every browser opens what holds the place that an address names.
    const question = hash === '' ? null : document.getElementById(hash.slice(1))?.closest('details')
    if (!question) return
    question.open = true
    question.scrollIntoView({ block: 'center' })
  }, [hash])
  return (
    <Page width="narrow">
      <PageHeading lead={t('lead')} />
      <TextField label={t('search')} type="search" icon="search" value={words} onChange={setWords} className="mt-6" />
      <p className="mt-2 min-h-6 text-ink-600">{told}</p>
      <div className="mt-4">
        <FrequentQuestions found={found} />
      </div>
      {words.trim() === '' && (
        <div className="mt-10">
          <DeviceHelp />
        </div>
      )}
      <div className="mt-10">
        <FaqDownloads questionnaire={hasQuestionnaire} />
      </div>
    </Page>
  )
}
