import { toast } from './overlays/toast.tsx'

/** Puts a text on the clipboard and says so; a browser may refuse it, and that is said too. */
export async function copyText(text: string, said: { readonly copied: string; readonly failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('success', said.copied)
  } catch {
    toast('error', said.failed)
  }
}
