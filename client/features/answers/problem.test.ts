import { expect, test } from 'vitest'
import { failure } from '#shared/kernel/failure.ts'
import { asksToCorrect } from './problem.ts'

test('a text is only said to need correcting when correcting it helps', () => {
  expect(['words_too_few', 'number_range', 'needs_review', 'option_unknown'].map((code) => asksToCorrect(failure(code)))).toEqual(
    Array(4).fill(true),
  )
  expect(
    ['stage_closed', 'form_sent', 'comment_pending', 'no_space', 'internal_error', 'unheard_of'].map((code) =>
      asksToCorrect(failure(code)),
    ),
  ).toEqual(Array(6).fill(false))
})
