import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Section } from '#shared/site/model.ts'
import { siteLimits } from '#shared/site/model.ts'
import { pageByName, savePage } from '#shared/site/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

interface Props {
  readonly section: Section
  /** Id of the page that it is in. */
  readonly pageId: string | null
  readonly onClose: () => void
}

/** A section goes to the end of another page's draft, under an id of its own; that page is published by whoever looks it over. */
export function CopyToDialog({ section, pageId, onClose }: Props) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { pages } = useEditorParts()
  const others = pages.filter(({ _id, removed }) => _id !== pageId && !removed)
  // One copy for as long as the window is open: a reply that was lost makes no second one.
  const [copyId] = useState(() => crypto.randomUUID().replaceAll('-', ''))
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const copy = async (): Promise<void> => {
    if (busy || chosen === '') return
    setBusy(true)
    setProblem(null)
    const found = await callRoute(pageByName, { params: { pageName: chosen } })
    if (!found.ok) {
      setBusy(false)
      return setProblem(found.failure)
    }
    const { _id: id, name, about, sections, number } = found.value
    if (sections.some((each) => each.id === copyId)) return arrived(id, name)
    if (sections.length >= siteLimits.sections) {
      setBusy(false)
      return setProblem(failure('sections_many'))
    }
    const reply = await callRoute(savePage, {
      body: {
        id,
        name,
        route: name,
        about,
        sections: [...sections, { ...section, id: copyId }].map((each) => ({ ...each })),
        seen: number,
        restoredFrom: null,
        publish: false,
        accepted: false,
      },
    })
    setBusy(false)
    if (!reply.ok) return setProblem(reply.failure)
    arrived(id, name)
  }
  const arrived = (id: string, name: string): void => {
    toast('success', t('copied', { name }), {
      label: t('copyOpen', { name }),
      lasting: true,
      run: () => void navigate(pageAddress('pageEditor', { page: id })),
    })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('copyToTitle')}
      size="small"
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} disabled={chosen === ''} onClick={() => void copy()}>
            {t('copyToConfirm')}
          </OnlineButton>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </>
      }
    >
      {problem && (
        <Notice tone="danger" role="alert" className="mb-4">
          {errorText(problem)}
        </Notice>
      )}
      <Select
        label={t('copyToLabel')}
        hint={t('copyToBody')}
        options={others.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={chosen}
        onChange={setChosen}
      />
    </Dialog>
  )
}
