import type { Day } from '../kernel/instant.ts'
import type { Stage } from '../stages/model.ts'

/** Days before the last one of an input stage on which whoever still owes something is reminded, the farthest first (RM1). ◆ */
export const reminderDistances = [7, 2, 1] as const

/** A reminder that was dealt with for an institution in a form: of which end of which stage, and on which day of America/Santiago. */
export interface Reminded {
  readonly stageId: Stage['id']
  readonly end: Day
  readonly distance: number
  readonly day: Day
}

/** A reminder that is near: of which stage, and how many days before its last one. */
export interface ReminderDue {
  readonly stage: Stage
  readonly distance: (typeof reminderDistances)[number]
}
