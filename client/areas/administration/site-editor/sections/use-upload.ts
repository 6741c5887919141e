import { useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { failure } from '#shared/kernel/failure.ts'
import { uploadSiteFile, uploadSiteImage } from '#shared/site/file-routes.ts'
import type { UploadedSiteFile } from '#shared/site/file-routes.ts'
import { siteLimits } from '#shared/site/model.ts'
import type { SiteFileType } from '#shared/site/model.ts'
import { callRoute } from '#client/data/server/call.ts'

/** Kinds that the browser's choice offers. */
export const acceptedFiles = {
  image: 'image/*',
  document: '.doc,.docx,.xls,.xlsx,.pdf,.jpg,.jpeg,.tiff,.png,.zip,.rar,.xml,.svg',
} as const
/** Longest time of an upload: 15 MB over a weak line. */
const uploadMs = 5 * 60_000

export interface Upload {
  /** Name of the file that is on its way; null while none is. */
  readonly sending: string | null
  readonly problem: Failure | null
  readonly upload: (type: SiteFileType, file: File) => Promise<void>
}

/** Brings a file to the site, and says what the server made of it. */
export function useUpload(onUploaded: (file: UploadedSiteFile) => void): Upload {
  const [sending, setSending] = useState<string | null>(null)
  const [problem, setProblem] = useState<Failure | null>(null)
  const upload = async (type: SiteFileType, file: File): Promise<void> => {
    setProblem(null)
    if (file.size > siteLimits.fileBytes) return setProblem(failure('site_file_too_large'))
    setSending(file.name)
    const form = new FormData()
    form.set('key', crypto.randomUUID())
    form.set('file', file, file.name)
    const reply = await callRoute(type === 'image' ? uploadSiteImage : uploadSiteFile, { form, timeoutMs: uploadMs })
    setSending(null)
    if (!reply.ok) return setProblem(reply.failure)
    onUploaded(reply.value)
  }
  return { sending, problem, upload }
}
