import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en: Translated<typeof es> = {
  offer: 'Help of the lab',
  title: 'Need help?',
  faqLead: 'The fastest way is usually to look in the frequently asked questions: they can be read offline, too.',
  faq: 'See frequently asked questions',
  hours: 'Somebody is there from Monday to Friday, 09:00 to 17:00 (continental Chile time), except on public holidays.',
  openNow: 'Somebody is there now.',
  opensNext: ({ when }) => `Nobody is there at the moment. We are back ${when}.`,
  today: ({ time }) => `today at ${time}`,
  onDay: ({ day, time }) => `on ${day} at ${time}`,
  chatTitle: 'Talk to a person',
  chatLead: 'Somebody of the lab is there now.',
  chat: 'Chat now',
  chatWindow: 'opens in another window',
  chatOffline: 'A chat needs a connection. You can write your message now.',
  message: 'Write a message',
  messageOr: 'Or write a message',
  messageHint: ({ email }) => `The answer will come by e-mail, to ${email}.`,
  goesAlong: ({ institution }) =>
    institution === ''
      ? 'Your name and the address of this page go along with the message.'
      : `Your name, your institution (${institution}) and the address of this page go along with the message.`,
  offline: 'There is no connection now: the message is saved on this device and goes when there is a network.',
  send: 'Send message',
  about: 'Message for help',
  sentWaiting: 'Your message is saved on this device. It will go when there is a network.',
  sentOnItsWay: 'Your message is saved on this device and on its way.',
  sentReceived: 'We received your message. The answer will come by e-mail.',
  yours: 'Your latest messages',
  stateWaiting: 'Saved on this device: it will go when there is a network',
  stateReceived: ({ time }) => `Received on ${time}`,
}
