import { useState } from 'react'
import { sectionComponents } from '#shared/site/sections.ts'
import type { SectionComponent } from '#shared/site/sections.ts'
import { folded } from '#client/i18n/folded.ts'
import { useText } from '#client/i18n/text.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { typeName } from './type-name.ts'

interface Props {
  /** Name of the page: what stands around every page is offered its own type first. */
  readonly pageName: string
  readonly onChoose: (component: SectionComponent) => void
  readonly onClose: () => void
}

/** The 18 types of sections, by name and by what each is for. */
export function AddSectionDialog({ pageName, onChoose, onClose }: Props) {
  const t = useText(siteEditorText)
  const [words, setWords] = useState('')
  const own = pageName.toLowerCase()
  const ordered = [...sectionComponents].toSorted((left, right) => Number(right === own) - Number(left === own))
  const shown = ordered.filter((each) => folded(`${typeName(t, each)} ${t(`typeHint_${each}`)}`).includes(folded(words.trim())))
  return (
    <Dialog open onClose={onClose} title={t('addSectionTitle')} size="large">
      <TextField label={t('addSectionSearch')} type="search" icon="search" value={words} onChange={setWords} autoFocus />
      <ul className="mt-4 grid gap-2 sm:grid-cols-2 md:grid-cols-3">
        {shown.map((component) => (
          <li key={component}>
            <button
              type="button"
              data-type={component}
              onClick={() => onChoose(component)}
              className="forced-edge flex h-full w-full flex-col rounded-md border border-ink-300 bg-white px-3.5 py-2.5 text-left hover:border-brand-600 hover:bg-brand-50"
            >
              <span className="block font-semibold text-ink-950">{typeName(t, component)}</span>
              <span className="mt-0.5 block text-sm text-ink-600">{t(`typeHint_${component}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="mt-4 text-ink-600">{t('addSectionNone')}</p>}
    </Dialog>
  )
}
