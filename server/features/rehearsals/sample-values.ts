import type { AnswerValue } from '#shared/answers/model.ts'
import type { Question } from '#shared/forms/model.ts'
import { maxRows } from '#shared/forms/kinds/block.ts'
import { numberBounds } from '#shared/forms/kinds/number.ts'
import type { Day } from '#shared/kernel/instant.ts'

const words = 'Respuesta de ensayo para revisar esta pantalla antes de que comience el período'.split(' ')
const most = (bound: unknown, otherwise: number): number => (typeof bound === 'number' && bound > 0 ? bound : otherwise)

/** An answer that the question takes, for who looks at a screen with answers in it. `today`: a day within bounds is sought from it back. */
export function sampleValue(question: Question, today: Day): AnswerValue {
  const choice = (option: Question['options'][number]) => ({ value: option.value, ...(option.allowExtra ? { extra: 'Otra' } : {}) })
  switch (question.kind) {
    case 'SimpleText':
      return 'Respuesta de ensayo'.slice(0, most(question.max, 100))
    case 'Text': {
      const least = typeof question.min === 'number' ? question.min : 2
      const text = Array.from({ length: Math.max(least, 5) }, (_, at) => words[at % words.length] ?? '').join(' ')
      return `<p>${text}</p>`
    }
    case 'Number': {
      const { min, max } = numberBounds(question)
      return Math.min(Math.max(min, 12), max ?? Math.max(min, 12))
    }
    case 'Boolean':
      return true
    case 'Single':
      return { choice: choice(question.options[0] ?? { value: '' }) }
    case 'Multiple':
      return { choices: question.options.slice(0, most(question.min, 1)).map(choice) }
    case 'Date': {
      if (typeof question.min === 'string') return question.min
      return typeof question.max === 'string' && question.max <= today ? '2020-01-01' : today
    }
    case 'Block':
      return { rows: Array.from({ length: Math.min(2, maxRows(question)) }, (_, at) => `ensayo-${at + 1}`) }
  }
}
