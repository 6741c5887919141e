import { useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { RowProblem, RowProblems } from '#shared/kernel/table.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { toast } from '#client/ui/overlays/toast.tsx'

/** Formats in which a template of a table is downloaded. */
export type TemplateFormat = 'xlsx' | 'csv'

/** Why a file was not taken: rows of it, or the file as a whole. */
export interface Refusal {
  readonly rows: readonly RowProblem[]
  readonly more: number
  readonly whole: string | null
}

export interface TableFileState {
  readonly file: File | null
  readonly refusal: Refusal | null
  readonly busy: TemplateFormat | 'upload' | null
  readonly choose: (file: File) => void
  readonly template: (format: TemplateFormat, get: () => Promise<Result<string>>) => Promise<void>
  /** The reply to a file that was taken; `beside` says of a failure that it is told elsewhere, and nothing is wrong with the file. */
  readonly upload: <Reply extends RowProblems>(
    send: (file: File) => Promise<Result<Reply>>,
    beside?: (failed: Failure) => boolean,
  ) => Promise<Reply | null>
}

/** A table that is filled in and brought back: the file that was chosen, and why it was not taken. */
export function useTableFile(maxBytes: number): TableFileState {
  const errorText = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [busy, setBusy] = useState<TableFileState['busy']>(null)
  const refuse = (failed: Failure): void => setRefusal({ rows: [], more: 0, whole: errorText(failed) })
  return {
    file,
    refusal,
    busy,
    choose: (chosen) => {
      setFile(chosen)
      setRefusal(null)
      if (chosen.size > maxBytes) refuse(failure('too_large'))
    },
    template: async (format, get) => {
      setBusy(format)
      const reply = await get()
      setBusy(null)
      if (!reply.ok) toast('error', errorText(reply.failure))
    },
    upload: async (send, beside) => {
      if (!file) return null
      setBusy('upload')
      const reply = await send(file)
      setBusy(null)
      if (!reply.ok) {
        if (!beside?.(reply.failure)) refuse(reply.failure)
        return null
      }
      const { problems, more } = reply.value
      if (problems.length > 0) setRefusal({ rows: problems, more, whole: null })
      return problems.length === 0 ? reply.value : null
    },
  }
}
