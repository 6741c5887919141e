import { errors, isErrorCode } from '#shared/errors.ts'
import type { Failure } from '#shared/kernel/failure.ts'

/** Whether a problem is the text's own, so that correcting it helps: a stage that closed, or a disk that is full, is not. */
export const asksToCorrect = ({ code }: Failure): boolean => isErrorCode(code) && errors[code].retry === 'after-edit'
