import { useCallback, useEffect, useState } from 'react'
import * as v from 'valibot'
import { formId, institutionId } from '#shared/kernel/schemas.ts'
import { resultKinds } from '#shared/results/model.ts'
import { papersOn } from '#sync/papers.ts'
import type { Paper } from '#sync/papers.ts'
import { useEngine } from '#client/data/world/engine.tsx'

/** What a report is that this device keeps. */
const reportSchema = v.object({
  institutionId,
  formId,
  form: v.string(),
  kind: v.picklist(resultKinds),
  version: v.number(),
  language: v.picklist(['es', 'en']),
})
export type Report = Readonly<v.InferOutput<typeof reportSchema>>
export interface KeptReport extends Omit<Paper, 'about'> {
  readonly report: Report
}

/** One report of each form, kind and language: a newer version takes the place of the older one. */
const idOf = ({ institutionId: institution, formId: form, kind, language }: Report): string =>
  `report ${JSON.stringify([institution, form, kind, language])}`

export interface Papers {
  /** Null while they are being read. */
  readonly reports: readonly KeptReport[] | null
  keep(report: Report, name: string, file: Blob): Promise<boolean>
  remove(id: string): Promise<void>
}

/** Reports that somebody downloaded and this device keeps, of one institution, the newest first. */
export function usePapers(institution: string): Papers {
  const engine = useEngine()
  const [reports, setReports] = useState<readonly KeptReport[] | null>(null)
  const read = useCallback(async (): Promise<void> => {
    const papers = await papersOn(engine).list()
    setReports(
      papers.flatMap(({ about, ...paper }) => {
        const parsed = v.safeParse(reportSchema, about)
        return parsed.success && parsed.output.institutionId === institution ? [{ ...paper, report: parsed.output }] : []
      }),
    )
  }, [engine, institution])
  useEffect(() => void read(), [read])
  return {
    reports,
    async keep(report, name, file) {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const kept = await papersOn(engine).keep({ id: idOf(report), name, mime: 'application/pdf', about: report }, bytes)
      await read()
      return kept
    },
    async remove(id) {
      await papersOn(engine).remove(id)
      await read()
    },
  }
}
