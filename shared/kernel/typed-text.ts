import * as v from 'valibot'
import { cleanText } from './clean-text.ts'

/** Most characters of any text before it is cleaned: twice what the longest may keep, since a break of line may come as two. */
const typedMost = 200_000

/** What a person types, before anything is asked of it: what is longer than any text may be is refused unread (CO2). */
export const typedText = v.pipe(
  v.string(),
  // No part of the wire: no program of ours ever sent as much.
  v.check(({ length }) => length <= typedMost),
  v.transform(cleanText),
)
