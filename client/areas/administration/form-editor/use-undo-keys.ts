import { useEffect } from 'react'
import { announce } from '#client/ui/live-region.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useText } from '#client/i18n/text.ts'
import type { EditingParts } from './editing-context.ts'
import { questionnairesText } from './text.ts'
import type { Workshop } from './workshop.ts'

/** Ctrl+Z and Ctrl+Shift+Z, but in a field, where they are the browser's own. */
export function useUndoKeys(parts: EditingParts): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (
        event.target instanceof Element &&
        event.target.closest('input,textarea,select,[contenteditable],[role=dialog],[role=alertdialog]')
      )
        return
      event.preventDefault()
      void (event.shiftKey ? parts.editing().redo() : parts.editing().undo())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [parts])
}

/** What is told of changes that save themselves. */
export function useTold(workshop: Workshop): void {
  const t = useText(questionnairesText)
  useEffect(
    () =>
      workshop.onDone((act) => {
        // A copy says itself where it is.
        if (act.kind === 'addQuestion' && !act.copied) toast('success', t('questionCreated'))
        if (act.kind === 'editQuestion') announce(t('questionUpdated'))
      }),
    [workshop, t],
  )
}
