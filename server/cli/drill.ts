import { parseArgs } from 'node:util'
import { configOf, pastPooler } from '../config.ts'
import { copyFor } from '../copies/copies-in.ts'
import { drill as comeBack, type DrillReport } from '../copies/drill.ts'
import { note } from '../copies/noted.ts'

const usage = 'usage: drill [<copy, or folder of copies>] [--alone] [--json]; without a folder, that of BACKUP_DIR'

/** Findings that are named one by one. */
const maxNamed = 50

/**
 * Comes back from the newest copy beside the running system, to know that one could (BK5). Ends with another code than 0 when anything is off.
 * `--alone`: where there is no running system to compare with.
 */
export async function drill(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { alone: { type: 'boolean' }, json: { type: 'boolean' } },
  })
  const config = configOf(process.env)
  const path = positionals[0] ?? config.backupDir
  if (path === undefined || positionals.length > 1) throw new Error(usage)
  const copy = await copyFor(path)
  const databaseUrl = pastPooler(config)
  const report = await comeBack({
    copy,
    running: values.alone === true ? undefined : { databaseUrl, dataDir: config.dataDir },
    scratch: { given: config.drillDatabaseUrl, beside: databaseUrl },
    environment: Object.fromEntries(
      ['PATH', 'TMPDIR', 'SYSTEMROOT', 'NODE_COMPILE_CACHE'].flatMap((name) =>
        process.env[name] === undefined ? [] : [[name, process.env[name]]],
      ),
    ),
    nowMs: () => Date.now(),
  })
  const unnoted = report.findings.length === 0 && values.alone !== true ? await note(config, 'drill_at', report.at) : undefined
  process.stdout.write(values.json === true ? `${JSON.stringify(report)}\n` : textOf(report, unnoted))
  if (report.findings.length > 0) throw new Error(`${report.findings.length} findings: do not count on this copy.`)
}

function textOf({ copy, takenAt, passed, findings, behind, seconds }: DrillReport, unnoted: string | undefined): string {
  const lines = [
    `Restore drill of ${copy}, as of ${takenAt}.`,
    ...passed.map((each) => `  well: ${each}`),
    ...findings.slice(0, maxNamed).map((each) => `  OFF: ${each}`),
    ...(findings.length > maxNamed ? [`  OFF: and ${findings.length - maxNamed} more`] : []),
    behind === null
      ? 'Not compared with a running system.'
      : `Coming back from it now would go back ${behind.minutes} minutes and ${behind.mutations} mutations; devices send again what is theirs.`,
    `Back in ${seconds.restore.toFixed(1)} s, ready after ${seconds.start.toFixed(1)} s more, ${seconds.total.toFixed(1)} s in all.`,
    ...(unnoted === undefined ? [] : [`Not noted in the running database, so that its metrics do not know of this drill: ${unnoted}`]),
  ]
  return `${lines.join('\n')}\n`
}
