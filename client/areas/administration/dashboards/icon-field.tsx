import { useRef, useState } from 'react'
import { dashboardLimits } from '#shared/dashboards/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { dashboardsText } from './configuration-text.ts'
import type { Picture } from './typed-tab.ts'

const accept = 'image/png,image/jpeg,image/webp,image/svg+xml'
const address = ({ type, base64 }: Picture): string => `data:${type};base64,${base64}`

/** A picture that was chosen and not sent yet. */
const readPicture = (file: File): Promise<Picture | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const parts = typeof reader.result === 'string' ? /^data:([^;,]*);base64,(.*)$/s.exec(reader.result) : null
      resolve(parts ? { type: parts[1] ?? '', base64: parts[2] ?? '' } : null)
    })
    // A file that was taken away meanwhile is as good as one that cannot be read.
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(file)
  })

interface Props {
  readonly label: string
  readonly hint?: string | undefined
  /** What it is of, for who does not see it. */
  readonly alt: string
  readonly icon: Picture | null
  readonly disabled: boolean
  readonly error?: string | null | undefined
  readonly onChange: (icon: Picture | null) => void
}

/** Choice of an icon. */
export function IconField({ label, hint, alt, icon, disabled, error, onChange }: Props) {
  const t = useText(dashboardsText)
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (file: File): Promise<void> => {
    const picture = accept.split(',').includes(file.type) && file.size <= dashboardLimits.iconBytes ? await readPicture(file) : null
    setProblem(picture ? null : errorText(failure('dashboards_image_unknown')))
    if (picture) onChange(picture)
  }
  const told = problem ?? error
  return (
    <div role="group" aria-label={label}>
      <p className="font-semibold text-ink-950">{label}</p>
      {hint && <p className="text-sm text-ink-600">{hint}</p>}
      {told && (
        <p role="alert" className="mt-1 text-sm font-semibold text-bad-700">
          {told}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {icon && <img src={address(icon)} alt={alt} className="size-11 rounded-md border border-ink-200 bg-white object-contain p-1" />}
        {!disabled && (
          <>
            <FileInput input={input} label={label} accept={accept} onChoose={(file) => void choose(file)} />
            <Button size="small" aria-label={`${t(icon ? 'iconChange' : 'iconChoose')}: ${label}`} onClick={() => input.current?.click()}>
              {t(icon ? 'iconChange' : 'iconChoose')}
            </Button>
            {icon && (
              <Button size="small" kind="quiet" aria-label={`${t('iconRemove')}: ${label}`} onClick={() => onChange(null)}>
                {t('iconRemove')}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
