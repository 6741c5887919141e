import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { enter } from '#shared/rehearsals/routes.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { callRoute } from '#client/data/server/call.ts'
import { openSession } from '#client/data/session/session.ts'
import { keepToThisTab } from '#client/data/storage.ts'
import { rehearsalsText } from '#client/features/rehearsals/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'

/** Where a tab becomes one of a rehearsal's people: from here on it keeps to itself who is in it. */
export function RehearsalEntryPage() {
  const t = useText(rehearsalsText)
  const errorText = useErrorText()
  const { form = '', person = '' } = useParams()
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    void callRoute(enter, { params: { form }, body: { userId: person } }).then((reply) => {
      if (left) return
      if (!reply.ok) return setProblem(errorText(reply.failure))
      if (!keepToThisTab()) return setProblem(t('ownTab'))
      openSession(reply.value.user, reply.value.token)
      // Anew, as whoever it is now: what this page holds is the administrator's.
      location.replace(pageAddress('start'))
    })
    return () => {
      left = true
    }
    // Once: a second session would be one too many.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [form, person])
  return (
    <Page>
      <PageHeading lead={problem === null ? t('entering') : t('cannotEnter')} />
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-6">
          {problem}
        </Notice>
      )}
    </Page>
  )
}
