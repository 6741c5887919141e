/** Sixteen questions in five sections. A question's name is its place in an address, too. */
export const faqSections = {
  configuration: ['configuration1', 'configuration2', 'configuration3', 'configuration4'],
  answering: ['answering1', 'answering2', 'answering3', 'answering4'],
  commenting: ['commenting1', 'commenting2', 'commenting3'],
  sending: ['sending1', 'sending2', 'sending3'],
  account: ['account1', 'account2'],
} as const
export type FaqSection = keyof typeof faqSections
export type FaqQuestion = (typeof faqSections)[FaqSection][number]
export const faqSectionNames = ['configuration', 'answering', 'commenting', 'sending', 'account'] as const satisfies readonly FaqSection[]
export const faqTotal = 16
