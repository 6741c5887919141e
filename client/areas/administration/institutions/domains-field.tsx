import { useId, useState } from 'react'
import { domainOf } from '#shared/accounts/address.ts'
import { failure } from '#shared/kernel/failure.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { directoryText } from './text.ts'

interface Props {
  readonly domains: readonly string[]
  readonly onChange: (domains: readonly string[]) => void
  readonly error: string | null
}

/** E-mail domains as chips: one is added by Enter, a comma or its button, and each has a button that takes it away. */
export function DomainsField({ domains, onChange, error }: Props) {
  const t = useText(directoryText)
  const errorText = useErrorText()
  const headingId = useId()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const add = (): void => {
    const wanted = typed.split(/[\s,;]+/).filter((each) => each !== '')
    if (wanted.length === 0) return
    const broken = wanted.find((each) => domainOf(each.replace(/^@/, '')) === undefined)
    if (broken !== undefined) return setWrong(broken)
    const found = wanted.map((each) => domainOf(each.replace(/^@/, '')) ?? each)
    onChange([...new Set([...domains, ...found])])
    announce(t('domainAdded', { domain: found.join(', ') }))
    setTyped('')
    setWrong(null)
  }
  return (
    <div role="group" aria-labelledby={headingId}>
      <p id={headingId} className="font-semibold text-ink-950">
        {t('domains')}
      </p>
      <p className="text-sm text-ink-600">{t('domainsHint')}</p>
      {domains.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {domains.map((domain) => (
            <li
              key={domain}
              className="forced-edge inline-flex max-w-full items-center gap-1 rounded-full border border-ink-300 bg-ink-50 py-0.5 pr-0.5 pl-3 text-sm"
            >
              <span className="wrap-anywhere">{domain}</span>
              <IconButton
                icon="close"
                size="small"
                label={t('domainRemove', { domain })}
                onClick={() => onChange(domains.filter((each) => each !== domain))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <TextField
          label={t('domainNew')}
          value={typed}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="servicio.cl"
          onChange={(next) => {
            setTyped(next)
            setWrong(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return
            event.preventDefault()
            add()
          }}
          // Half a domain that is left standing would be lost with the window.
          onBlur={add}
          error={wrong === null ? error : errorText(failure('domain_invalid', { domain: wrong }))}
          className="min-w-0 flex-1"
        />
        <Button onClick={add}>{t('domainAdd')}</Button>
      </div>
    </div>
  )
}
