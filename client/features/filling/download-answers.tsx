import type { Dimension } from '#shared/forms/model.ts'
import { csvOf } from '#shared/kernel/sheet.ts'
import { saveBlob } from '#client/data/call.ts'
import { useOpenWorld } from '#client/data/use-world.ts'
import { answerSheet } from '#client/features/answers/answer-sheet.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { announce } from '#client/ui/live-region.tsx'

/** "Descargar Respuestas": made here, from what this device holds, with or without a network. */
export function DownloadAnswers({ visible }: { readonly visible: readonly Dimension[] }) {
  const t = useText(answersText)
  const open = useOpenWorld()
  const save = (): void => {
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
      },
    )
    saveBlob(new Blob([csvOf(sheet)], { type: 'text/csv;charset=utf-8' }), `respuestas-${world.institution.code}.csv`)
    announce(t('downloaded'))
  }
  return (
    <Button size="small" icon="download" onClick={save}>
      {t('downloadAnswers')}
    </Button>
  )
}
