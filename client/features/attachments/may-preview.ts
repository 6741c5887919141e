import { extensionOf } from '#shared/attachments/rules.ts'

const pictures: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg'])

/** Whether a file may be one that is shown, where the browser shows PDFs or does not; its bytes have the last word. */
export function mayPreview(name: string, pdfsShown: boolean): boolean {
  const extension = extensionOf(name).toLowerCase()
  return pictures.has(extension) || (extension === 'pdf' && pdfsShown)
}
