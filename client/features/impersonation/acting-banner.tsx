import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router'
import { pageAddress, pathOf } from '#shared/addresses.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import { allows } from '#shared/privileges/model.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Banner } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { finish, useActing } from './acting.ts'
import { BeginDialog } from './begin-dialog.tsx'
import { impersonationText } from './text.ts'
import { useNowAt } from './use-now-at.ts'

/** From so many minutes on it is said that it ends soon. */
const soonMinutes = 10

/**
 * Stands over every page for as long as an administrator is in an institution's place, and cannot be put away (IM1); over the
 * questionnaire of an institution for which they do not act it says so, and how to begin.
 */
export function ActingBanner() {
  const t = useText(impersonationText)
  const engine = useEngine()
  const errorText = useErrorText()
  const format = useFormat()
  const { pathname } = useLocation()
  const acting = useActing()
  const now = useNowAt()
  const forms = useTable('form')
  const institutions = useTable('institution')
  const overviews = useTable('overview')
  const [busy, setBusy] = useState(false)
  const [beginning, setBeginning] = useState(false)
  const { form: formId, institution: institutionId } = matchPath(pathOf('filling'), pathname)?.params ?? {}
  const nameOf = (id: string): string =>
    institutions?.find((each) => each.id === id)?.name ?? overviews?.find((each) => each.institutionId === id)?.name ?? ''
  if (acting === undefined) return null
  if (acting !== null) {
    const name = nameOf(acting.institutionId)
    const left = Math.ceil((epochMs(acting.endsAt) - epochMs(now)) / 60_000)
    const actedIn = forms?.find((each) => each.id === acting.formId)
    const may = actedIn?.enabled === true && allows('assignInstitutionResponsable', phaseAt(actedIn, now), 'X')
    const isHere = formId === acting.formId && institutionId === acting.institutionId
    const end = async (): Promise<void> => {
      setBusy(true)
      const ended = await finish(engine)
      setBusy(false)
      if (ended.ok) toast('success', t('finished', { name }))
      else toast('error', errorText(ended.failure))
    }
    return (
      <Frame
        tone="warning"
        actions={
          <>
            {isHere && <WayBack />}
            {isHere && may && (
              <LinkButton
                size="small"
                icon="users"
                to={pageAddress('assignment', { form: acting.formId, institution: acting.institutionId })}
              >
                {t('assign')}
              </LinkButton>
            )}
            {!isHere && (
              <LinkButton size="small" to={pageAddress('filling', { form: acting.formId, institution: acting.institutionId })}>
                {t('go')}
              </LinkButton>
            )}
            <Button size="small" busy={busy} onClick={() => void end()}>
              {t('finish')}
            </Button>
          </>
        }
      >
        <p>
          <strong className="font-semibold">{t('acting', { name, since: format.time(acting.startedAt) })}</strong>{' '}
          <span className="max-sm:sr-only">{t('onRecord')}</span>
        </p>
        {left <= soonMinutes && left > 0 && <p role="status">{t('ending', { n: left })}</p>}
      </Frame>
    )
  }
  const name = institutionId === undefined ? '' : nameOf(institutionId)
  if (!formId || !institutionId || name === '') return null
  const form = forms?.find((each) => each.id === formId)
  const may = form?.enabled === true && allows('impersonalizate', phaseAt(form, now), 'X')
  return (
    <Frame
      tone="neutral"
      actions={
        <>
          <WayBack />
          {may && (
            <Button size="small" onClick={() => setBeginning(true)}>
              {t('begin')}
            </Button>
          )}
        </>
      }
    >
      <p className="font-semibold">{t(may ? 'watching' : 'closed', { name })}</p>
      {beginning && (
        <BeginDialog
          choices={[{ value: formId, label: form?.name ?? '' }]}
          institutionId={institutionId}
          name={name}
          onClose={() => setBeginning(false)}
        />
      )}
    </Frame>
  )
}

/** To the list from which one came, at hand on every width. */
function WayBack() {
  const t = useText(impersonationText)
  return (
    <LinkButton kind="quiet" size="small" icon="arrow-left" to={pageAddress('forms')}>
      {t('back')}
    </LinkButton>
  )
}

function Frame({
  tone,
  actions,
  children,
}: {
  readonly tone: 'warning' | 'neutral'
  readonly actions: ReactNode
  readonly children: ReactNode
}) {
  const t = useText(impersonationText)
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // What stands fixed under the header makes room for it.
    const root = document.documentElement
    const watcher = new ResizeObserver(() => root.style.setProperty('--acting-banner', `${box.current?.offsetHeight ?? 0}px`))
    if (box.current) watcher.observe(box.current)
    return () => {
      watcher.disconnect()
      root.style.removeProperty('--acting-banner')
    }
  }, [])
  return (
    <section ref={box} aria-label={t('label')} className="sticky top-header z-20">
      <Banner tone={tone} icon="building" actions={actions}>
        {children}
      </Banner>
    </section>
  )
}
