import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { rehearse, view as viewRoute } from '#shared/rehearsals/routes.ts'
import type { RehearsalView } from '#shared/rehearsals/routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { callRoute } from '#client/data/server/call.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { RehearsalWalk } from './rehearsal-walk.tsx'
import { rehearsalsText } from '#client/features/rehearsals/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** A rehearsal as the server has it. */
function Walk({ formId }: { readonly formId: FormId }) {
  const t = useText(rehearsalsText)
  const errorText = useErrorText()
  const [view, setView] = useState<RehearsalView | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let left = false
    void callRoute(viewRoute, { params: { form: formId } }).then((reply) => {
      if (left) return
      if (reply.ok) setView(reply.value)
      setProblem(reply.ok ? null : errorText(reply.failure))
    })
    return () => {
      left = true
    }
    // The words of a failure follow the language by themselves at the next reading.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [formId, asked])
  if (view) return <RehearsalWalk view={view} onMoved={setView} />
  if (problem === null) return <PageSkeleton />
  return (
    <Notice tone="warning" title={t('offline')} actions={<Button onClick={() => setAsked(asked + 1)}>{t('retry')}</Button>}>
      {problem}
    </Notice>
  )
}

function Begin({ form }: { readonly form: FormHeader }) {
  const t = useText(rehearsalsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const begin = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const reply = await callRoute(rehearse, { params: { form: form.id } })
    if (!reply.ok) {
      setBusy(false)
      return setProblem(errorText(reply.failure))
    }
    await engine.syncNow()
    toast('success', t('begun'))
    void navigate(pageAddress('rehearsal', { form: reply.value.form.id }))
  }
  return (
    <>
      <p className="max-w-prose">{t('beginBody', { form: form.name })}</p>
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
      <Button kind="primary" busy={busy} onClick={() => void begin()} className="mt-5">
        {t('begin')}
      </Button>
    </>
  )
}

/** A form is walked through by invented institutions before anybody has to: made here, and led from here. */
export function RehearsalPage() {
  const t = useText(rehearsalsText)
  const { form: formId } = useParams()
  const forms = useTable('form')
  const form = forms?.find((each) => each.id === formId)
  if (forms === null) return <PageSkeleton />
  return (
    <Page>
      <PageHeading lead={form ? t('lead') : t('notFound')} kicker={form && <span lang="es">{form.name}</span>} />
      {form && <div className="mt-6">{form.rehearsal ? <Walk formId={form.id} /> : <Begin form={form} />}</div>}
    </Page>
  )
}
