/** Longest message that somebody writes for help, in UTF-16 units as fields count them. */
export const helpTextMax = 5000
/** Most messages of one person within a day's time (HE6). */
export const helpDaily = 10

/** A person's own messages among what they were told: on its way, and with the lab. */
export const helpWaiting = 'helpWaiting'
export const helpReceived = 'helpReceived'
/** What administrators are told of somebody's message. */
export const helpAsked = 'helpAsked'

/** Whether a notice repeats what somebody of an institution wrote: nothing in it is a link (HE7). */
export const repeatsWords = ({ kind }: { readonly kind: string }): boolean =>
  kind === helpWaiting || kind === helpReceived || kind === helpAsked
