import { useEffect } from 'react'
import type { Dimension } from '#shared/forms/model.ts'
import { csvOf } from '#shared/kernel/sheet.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { answerSheet } from '#client/features/answers/answer-sheet.ts'
import { formText } from '#client/features/texts/form-text.tsx'
import { downloadsText } from '#client/features/downloads/text.ts'
import { workbookBlob } from '#client/features/downloads/workbook.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'

interface Props {
  readonly visible: readonly Dimension[]
  readonly format: 'csv' | 'xlsx'
  readonly onClose: () => void
}

/** Saves the answers of some sub-dimensions as a table, once. */
export function SaveAnswers({ visible, format, onClose }: Props) {
  const t = useText(answersText)
  const d = useText(downloadsText)
  const open = useOpenWorld()
  useEffect(() => {
    const world = open.world()
    const sheet = answerSheet(
      world,
      visible.map((each) => each.id),
      {
        headers: [t('csvNumber'), t('csvDimension'), t('csvSubDimension'), t('csvQuestion'), t('csvRow'), t('csvAnswer'), t('csvFile')],
        yes: t('yes'),
        no: t('no'),
        none: t('none'),
        declined: t('csvDeclined'),
        read: formText,
      },
    )
    const file = format === 'csv' ? new Blob([csvOf(sheet)], { type: 'text/csv;charset=utf-8' }) : workbookBlob(d('sheet'), sheet)
    saveBlob(file, `respuestas-${world.institution.code}.${format}`)
    announce(t('downloaded'))
    onClose()
    // Asked for once, with what stands then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}
