import { useLayoutEffect, useRef } from 'react'
import { matchPath, useLocation } from 'react-router'
import { pageAddress, pathOf } from '#shared/addresses.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useTable } from '#client/data/use-table.ts'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Banner } from '#client/ui/notice.tsx'
import { institutionsText } from './text.ts'
import { allows } from '#shared/privileges/model.ts'

/** Stands over the questionnaire for as long as an administrator is in an institution's, and cannot be put away (AN9). */
export function ActingBanner() {
  const engine = useEngine()
  const { pathname } = useLocation()
  const { form: formId, institution: institutionId } = matchPath(pathOf('filling'), pathname)?.params ?? {}
  if (engine.actor.kind !== 'Administrator' || !formId || !institutionId) return null
  return <Entered formId={formId} institutionId={institutionId} />
}

/** Nobody is in an institution of which nothing is on the device. */
function Entered({ formId, institutionId }: { readonly formId: FormId; readonly institutionId: InstitutionId }) {
  const institution = useTable('institution')?.find((each) => each.id === institutionId)
  return institution ? <Acting formId={formId} name={institution.name} /> : null
}

function Acting({ formId, name }: { readonly formId: FormId; readonly name: string }) {
  const t = useText(institutionsText)
  const engine = useEngine()
  const form = useTable('form')?.find((each) => each.id === formId)
  const acts = form?.enabled === true && allows('impersonalizate', phaseAt(form, engine.now()), 'X')
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
    <section ref={box} aria-label={t('actingLabel')} className="sticky top-header z-20">
      <Banner
        tone="warning"
        icon="building"
        actions={
          <LinkButton size="small" icon="arrow-left" to={pageAddress('questionnaire')} className="max-sm:hidden">
            {t('backToList')}
          </LinkButton>
        }
      >
        <p className="font-semibold">{t(acts ? 'acting' : 'watching', { name })}</p>
      </Banner>
    </section>
  )
}
