/** Longest reason for opening a closed form again, characters. */
export const reopeningReasonMost = 500
