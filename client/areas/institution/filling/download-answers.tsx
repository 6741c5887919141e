import { useState } from 'react'
import type { Dimension } from '#shared/forms/model.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { answersText } from '#client/features/answers/text.ts'
import { downloadsText } from '#client/features/downloads/text.ts'
import { useFetching } from '#client/features/downloads/use-fetching.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { Menu } from '#client/ui/overlays/menu.tsx'

const SaveAnswers = latePart(() => import('./save-answers.tsx'), 'SaveAnswers')

/** "Descargar Respuestas": tables made here, from what this device holds, with or without a network; what the server makes beside them (DL1). */
export function DownloadAnswers({ visible }: { readonly visible: readonly Dimension[] }) {
  const t = useText(answersText)
  const d = useText(downloadsText)
  const language = useLanguage()
  const open = useOpenWorld()
  const entry = useFetching()
  const [saving, setSaving] = useState<'csv' | 'xlsx' | null>(null)
  const { formId, institutionId } = open.world()
  const hasFiles = useReading(everything, (world) => [...world.list('attachment')].some(({ state }) => state !== 'removed'))
  const here = (format: 'csv' | 'xlsx', label: string) => ({
    id: format,
    label,
    icon: 'download' as const,
    hint: d('onDevice'),
    onAction: () => setSaving(format),
  })
  return (
    <>
      <Menu
        label={t('downloadAnswers')}
        trigger={
          <>
            <Icon name="download" size={18} className="-ml-0.5" />
            {t('downloadAnswers')}
            <Icon name="chevron-down" size={16} />
          </>
        }
        triggerClassName={buttonClass('secondary', 'small')}
        entries={[
          here('csv', d('answersCsv')),
          here('xlsx', d('answersXlsx')),
          'separator',
          entry('pdf', d('answersPdf'), ({ downloadPrinted }) => downloadPrinted(formId, institutionId, language, false)),
          entry('blank', d('blankPdf'), ({ downloadPrinted }) => downloadPrinted(formId, institutionId, language, true)),
          entry(
            'files',
            d('allFiles'),
            ({ downloadFiles }) => downloadFiles(formId, institutionId),
            hasFiles ? null : d('noFiles'),
            d('filesOnDevice'),
          ),
        ]}
      />
      {saving && <SaveAnswers visible={visible} format={saving} onClose={() => setSaving(null)} />}
    </>
  )
}
