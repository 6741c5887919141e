/** The same in English. */
export const optOutPageEn = {
  title: 'Reminders of deadlines',
  ask: 'If you go on, you will get no more reminders of deadlines from the Public Innovation Index. All other letters will still reach you.',
  act: 'No more reminders',
  off: 'Done: you will get no more reminders of deadlines. All other letters will still reach you.',
  again: 'You can turn them on again at any time in',
  settings: 'the settings of your account',
  unknown: 'This link is not complete, or it is not from this platform. Open it again from the letter, or turn reminders off in',
} as const
