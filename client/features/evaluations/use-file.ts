import { useCallback } from 'react'
import type { Attachment } from '#shared/attachments/model.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { download, saveBlob } from '#client/data/call.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useOpenWorld } from '#client/data/use-world.ts'

/** Hands a file over to the browser: this device's copy when there is one, else the server's. Fails: unavailable offline. */
export function useFile(): (file: Attachment) => Promise<Result<unknown>> {
  const open = useOpenWorld()
  const engine = useEngine()
  return useCallback(
    async (file: Attachment): Promise<Result<unknown>> => {
      const local = await engine.file(file.id)
      if (local) {
        saveBlob(local, file.name)
        return done(file.name)
      }
      return download(`/form/${open.world().formId}/file/${file.id}/export`, file.name)
    },
    [engine, open],
  )
}
