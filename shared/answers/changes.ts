import { levelOver, responsibleLevel } from '../assignments/rules.ts'
import type { Context } from '../contract/mutation.ts'
import { isEmpty } from '../forms/kinds.ts'
import type { Question } from '../forms/model.ts'
import { questionIdOf, rowIdOf } from '../kernel/ids.ts'
import type { Unit } from '../kernel/ids.ts'
import type { Change, World } from '../world.ts'
import { level } from './model.ts'
import type { Answer } from './model.ts'

/** Change of an answer's row, in the part of its sub-dimension. */
export const answerChange = (world: World, answer: Answer): Change => ({
  scope: world.scope,
  part: world.partOf(answer.unit),
  table: 'answer',
  id: answer.unit,
  row: answer,
})

/** Answers that go back to who is responsible, so that they can be changed again. */
export function returned(world: World, which: (unit: Unit) => boolean, changeAnswer: boolean): Change[] {
  const changes: Change[] = []
  for (const answer of world.list('answer')) {
    const question = world.index.question(questionIdOf(answer.unit))
    if (!question || question.survey || isEmpty(question, answer.value) || !which(answer.unit)) continue
    changes.push(
      answerChange(world, {
        ...answer,
        level: responsibleLevel(world, question),
        sent: false,
        changeAnswer: answer.changeAnswer && changeAnswer,
      }),
    )
  }
  return changes
}

/** An answer's row before anything was written: the ground on which a change is put. */
export function blankAnswer(world: World, question: Question, unit: Unit, context: Context): Answer {
  return {
    unit,
    questionId: question.id,
    rowId: rowIdOf(unit),
    value: null,
    level: levelOver(world, question, context.actor.id) ?? level.Institution,
    sent: false,
    changeAnswer: false,
    noAttachment: false,
    justification: null,
    clearedValue: null,
    rev: 0,
    mid: context.mid,
    authorId: context.actor.id,
    occurredAt: context.occurredAt,
    receivedAt: context.now,
    formVersion: world.form.versionId,
    late: false,
  }
}
