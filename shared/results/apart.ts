import * as v from 'valibot'
import { firstDayMs } from '../evaluations/former.ts'
import type { FormId } from '../kernel/ids.ts'
import { typedText } from '../kernel/typed-text.ts'
import type { FormHeader } from '../stages/model.ts'

/** Longest reason for which a form is not compared with earlier ones, in characters. */
export const apartMost = 300
const reasonSchema = v.pipe(typedText, v.trim(), v.maxLength(apartMost, 'text_limit'))
/** Why a form is not compared with earlier ones, as readers see it. */
export const apartSchema = v.object({ es: reasonSchema, en: reasonSchema })

type Dated = Pick<FormHeader, 'id' | 'stages' | 'apart' | 'nextFormId'>

/**
 * Why an edition is not compared with an earlier one: the newest declared break of itself or of a form between them, in the line of copies
 * that leads from the one to the other. Undefined where none was declared (RS22).
 */
export function declaredApart(before: Dated, now: Dated, formOf: (id: FormId) => Dated | undefined): FormHeader['apart'] {
  // In a list that somebody put the other way round the later form is the one that declares.
  const [earlier, later] = firstDayMs(before) <= firstDayMs(now) ? [before, now] : [now, before]
  if (later.apart) return later.apart
  const line: Dated[] = []
  const seen = new Set<FormId>([earlier.id])
  for (let next = earlier.nextFormId; next !== undefined && next !== later.id && !seen.has(next);) {
    seen.add(next)
    const form = formOf(next)
    if (!form) break
    line.push(form)
    next = form.nextFormId
  }
  return line.toReversed().find(({ stages, apart }) => apart && stages.length > 0)?.apart
}
