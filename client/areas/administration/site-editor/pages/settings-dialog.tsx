import { useEffect, useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { failure } from '#shared/kernel/failure.ts'
import { linkHref } from '#shared/site/rules.ts'
import { setSiteSettings, siteSettings } from '#shared/site/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { EditDialog } from '#client/areas/administration/dialogs/edit-dialog.tsx'
import { useSaving } from '#client/areas/administration/dialogs/use-saving.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { ClashNotice } from '#client/ui/clash-notice.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

type Settings = { readonly resultsUrl: string; readonly openDataUrl: string }

/** Where the two links lead that the header has beside its own. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const [found, setFound] = useState<Settings | Failure | null>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let left = false
    void callRoute(siteSettings).then((reply) => {
      if (!left) setFound(reply.ok ? reply.value : reply.failure)
    })
    return () => {
      left = true
    }
  }, [asked])
  if (found && 'resultsUrl' in found) return <Fields stands={found} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('settings')}>
      {found ? (
        <Notice
          tone="warning"
          icon="cloud-off"
          role="alert"
          title={t('refusedTitle')}
          actions={
            <Button size="small" onClick={() => setAsked((times) => times + 1)}>
              {t('retry')}
            </Button>
          }
        >
          {errorText(found)}
        </Notice>
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

function Fields({ stands, onClose }: { readonly stands: Settings; readonly onClose: () => void }) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const { fields, write, seen, setSeen, standing, forget } = useKeptFields<Settings & Readonly<Record<string, string>>>({
    kind: 'siteSettings',
    subject: 'site',
    initial: { ...stands },
    about: t('settings'),
  })
  const { busy, problem, setProblem, send } = useSaving()
  const [theirs, setTheirs] = useState<Settings | null>(null)
  const wrong = (name: keyof Settings): string | null =>
    fields[name].trim() !== '' && linkHref(fields[name]) === '' ? errorText(failure('site_link_form')) : null
  const change = (part: Partial<Settings>): void => {
    setProblem(null)
    write({ ...fields, ...part })
  }
  const save = async (now: Settings = fields, over: Settings = seen): Promise<void> => {
    if (busy || wrong('resultsUrl') !== null || wrong('openDataUrl') !== null) return
    const reply = await send(
      (key) => callRoute(setSiteSettings, { body: { resultsUrl: now.resultsUrl, openDataUrl: now.openDataUrl, seen: over }, key }),
      async () => {
        const fresh = await callRoute(siteSettings)
        setTheirs(fresh.ok ? fresh.value : null)
      },
    )
    if (!reply.ok) return
    await forget()
    toast('success', t('settingsSaved'))
    onClose()
  }
  const isClash = problem?.code === 'changed_meanwhile' && theirs !== null
  const settle = (mine: boolean): void => {
    if (!theirs) return
    setSeen({ ...theirs })
    setProblem(null)
    if (mine) void save(fields, theirs)
    else write({ ...theirs })
  }
  return (
    <EditDialog
      title={t('settings')}
      submit={t('settingsSave')}
      busy={busy}
      changed={!sameFields(fields, seen)}
      standing={standing}
      clash={
        isClash && (
          <ClashNotice
            title={errorText(problem)}
            keepMine={t('clashMine')}
            keepTheirs={t('settingsTheirs')}
            onMine={() => settle(true)}
            onTheirs={() => settle(false)}
          >
            <p className="wrap-anywhere">
              {t('settingsResults')}: {theirs.resultsUrl === '' ? t('diffNothing') : theirs.resultsUrl}
            </p>
            <p className="wrap-anywhere">
              {t('settingsOpenData')}: {theirs.openDataUrl === '' ? t('diffNothing') : theirs.openDataUrl}
            </p>
          </ClashNotice>
        )
      }
      problem={problem && !isClash ? errorText(problem) : null}
      onSave={() => void save()}
      onGiveUp={() => {
        void forget()
        onClose()
      }}
    >
      {(['resultsUrl', 'openDataUrl'] as const).map((name) => (
        <TextField
          key={name}
          label={t(name === 'resultsUrl' ? 'settingsResults' : 'settingsOpenData')}
          hint={t(name === 'resultsUrl' ? 'settingsResultsHint' : 'settingsOpenDataHint')}
          value={fields[name]}
          onChange={(typed) => change({ [name]: typed })}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          error={wrong(name)}
          optional
          autoFocus={name === 'resultsUrl'}
        />
      ))}
    </EditDialog>
  )
}
