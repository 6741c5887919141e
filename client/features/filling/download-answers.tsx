import { useState } from 'react'
import type { Dimension } from '#shared/forms/model.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { latePart } from '#client/ui/late-part.tsx'

const SaveAnswers = latePart(() => import('./save-answers.tsx'), 'SaveAnswers')

/** "Descargar Respuestas": made here, from what this device holds, with or without a network. */
export function DownloadAnswers({ visible }: { readonly visible: readonly Dimension[] }) {
  const t = useText(answersText)
  const [saving, setSaving] = useState(false)
  return (
    <>
      <Button size="small" icon="download" onClick={() => setSaving(true)}>
        {t('downloadAnswers')}
      </Button>
      {saving && <SaveAnswers visible={visible} onClose={() => setSaving(false)} />}
    </>
  )
}
