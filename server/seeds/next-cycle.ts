import type { Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { dayMs, epochMs, instantOf } from '#shared/kernel/instant.ts'
import { mutations } from '#shared/mutations.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { createExecute } from '../sync/execute.ts'
import { questionnaireIn } from '../world/questionnaires.ts'
import { WorldStore } from '../world/store.ts'
import type { DemoDeps } from './demo.ts'

const administratorId = 'lab-admin'
const nextFormId = 'indice-2026'

/** First and last bound of a day in the period that the index measures, and a year later. */
const periodDays: Readonly<Record<string, string>> = { '2024-06-01': '2025-06-01', '2025-06-01': '2026-06-01' }

/**
 * Next year's questionnaire in preparation, as an administrator left it six days ago: a copy of this year's under a name of its own,
 * with the days that are asked for a year on. It has no stages, and nobody takes part.
 */
export async function prepareNextCycle(deps: Omit<DemoDeps, 'files' | 'passwords'>, formId: FormId): Promise<void> {
  let clockMs = epochMs(deps.now) - 6 * dayMs
  let counter = 0
  const execute = createExecute({
    db: deps.db,
    worlds: new WorldStore(),
    now: () => instantOf(clockMs),
    log: deps.log,
    poke: () => undefined,
  })
  const act = async (id: FormId, name: string, args: unknown): Promise<void> => {
    clockMs += 90_000
    counter += 1
    const { version } = must(mutations.get(name), `no mutation ${name}`)
    const mid = `demo-${nextFormId}-${counter.toString(36)}`
    const asked = [{ mid, n: name, v: version, s: questionnaireScope(id), a: args, b: null, t: instantOf(clockMs) }]
    const device = { id: `demo-${administratorId}`, app: 'demo', schema: 1, pending: 0 }
    const done = await execute({ device, userId: administratorId, asked, door: 'system' })
    if (!done.ok) throw new Error(`the demonstration broke: ${done.failure.code}`)
    const bad = done.value.results.find(({ d }) => d !== 'applied')
    if (bad) throw new Error(`the demonstration was refused: ${bad.mid} ${bad.code} ${JSON.stringify(bad.params)}`)
  }

  await act(formId, 'form.clone', { formId: nextFormId, prefix: '2026' })
  const { definition, form } = await deps.db.read((tx) => questionnaireIn(tx, nextFormId))
  const { name, description } = must(form, 'the copy is not there')
  const to = { name: 'Índice 2026', description: 'Próximo ciclo, en preparación: período del 1 de junio de 2025 al 31 de mayo de 2026.' }
  await act(nextFormId, 'form.edit', { from: { name, description }, to })
  for (const question of definition.questions) {
    const edit = aYearOn(question)
    if (edit) await act(nextFormId, 'question.edit', { id: question.id, ...edit })
  }
}

interface Edit {
  readonly from: Partial<Question>
  readonly to: Partial<Question>
}

/** What makes a question ask for the next period; nothing for one that asks for no day of it. */
function aYearOn({ kind, min, max, hint }: Question): Edit | undefined {
  const nextMin = periodDays[String(min)]
  const nextMax = periodDays[String(max)]
  if (kind !== 'Date' || (nextMin === undefined && nextMax === undefined)) return undefined
  const nextHint = hint?.replace(/\b20\d\d\b/g, (year) => String(Number(year) + 1))
  return {
    from: { ...(nextMin && { min }), ...(nextMax && { max }), ...(nextHint !== hint && { hint }) },
    to: { ...(nextMin && { min: nextMin }), ...(nextMax && { max: nextMax }), ...(nextHint !== hint && { hint: nextHint }) },
  }
}
