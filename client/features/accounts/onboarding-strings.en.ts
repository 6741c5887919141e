import type { Translated } from '#client/i18n/text.ts'
import type { es } from './onboarding-strings.es.ts'

export const en = {
  step: ({ n }) => `${n} of 7`,
  skip: 'Skip intro',
  finish: 'Do not show again',
  next: 'Next',
  previous: 'Previous',
  title1: 'Welcome to the Public Innovation Index',
  body1: 'Here your institution shows how it innovates: with which resources, which practices, with whom and with which results.',
  title2: 'Home: what awaits you',
  body2: 'On entering you will see the progress, the pending questions, the current stage and the time that is left.',
  title3: 'One team, one questionnaire',
  body3: 'The institutional leader and the area leaders assign responsible people. Everyone answers their part.',
  title4: 'Answer at your own pace',
  body4: 'Every answer saves itself. The help of each question is on the right, and its history is in the question.',
  title5: 'Without a connection too',
  body5: 'Prepare your device in “Data on this device”. Then you can work offline; everything is sent when the connection is back.',
  title6: 'Comments and files',
  body6: 'Leaders comment, you correct or explain. Attach a supporting file where the question allows it.',
  title7: 'Send to evaluation',
  body7: 'Before sending you will see what is missing and who can solve it. Afterwards you get a receipt and, where needed, observations.',
} satisfies Translated<typeof es>
