import type { QuestionKind } from '#shared/forms/model.ts'
import { block } from './kinds/block.tsx'
import { boolean } from './kinds/boolean.tsx'
import { date } from './kinds/date.tsx'
import type { KindOnScreen } from './kinds/kind.ts'
import { multiple } from './kinds/multiple.tsx'
import { number } from './kinds/number.tsx'
import { simpleText } from './kinds/simple-text.tsx'
import { single } from './kinds/single.tsx'
import { text } from './kinds/text.tsx'

/** Every kind of question on the screen; what it is otherwise, `shared/forms/kinds.ts` says. */
export const kindsOnScreen: Readonly<Record<QuestionKind, KindOnScreen>> = {
  SimpleText: simpleText,
  Text: text,
  Number: number,
  Boolean: boolean,
  Single: single,
  Multiple: multiple,
  Date: date,
  Block: block,
}
