/** Of a text in a sentence. */
const namedMost = 80

/** Where something of a questionnaire is wrong: as programs find it, and as people do, by its text (DF8). */
export const placeIn = (at: string, text: string): { readonly at: string; readonly place: string } => ({
  at,
  place:
    text.length > namedMost
      ? `${text
          .slice(0, namedMost - 1)
          .trimEnd()
          .toWellFormed()}…`
      : text,
})
