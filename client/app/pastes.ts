import { language } from '#client/i18n/language.ts'
import { translate } from '#client/i18n/text.ts'
import { pasteAsSeen } from '#client/ui/fields/paste-as-seen.ts'
import { plainPasteText } from '#client/ui/fields/paste-text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'

/** From now on a field of plain text takes what its person saw of what they paste, and what does not fit is told (FL10). */
export function followPastes(): void {
  document.addEventListener('paste', (event) =>
    pasteAsSeen(event, (n) => toast('info', translate(plainPasteText, language())('pasteCut', { n }))),
  )
}
