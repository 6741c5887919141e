import { useText } from '#client/i18n/text.ts'
import { Card } from '#client/ui/card.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { faqText } from './text.ts'

const sections = {
  configuration: ['configuration1', 'configuration2', 'configuration3', 'configuration4'],
  answering: ['answering1', 'answering2', 'answering3', 'answering4'],
  commenting: ['commenting1', 'commenting2', 'commenting3'],
  sending: ['sending1', 'sending2', 'sending3'],
  account: ['account1', 'account2'],
} as const
const sectionNames = [
  'configuration',
  'answering',
  'commenting',
  'sending',
  'account',
] as const satisfies readonly (keyof typeof sections)[]

/** Sixteen questions in five sections. */
export function FrequentQuestions() {
  const t = useText(faqText)
  return (
    <div className="grid gap-6">
      {sectionNames.map((section) => (
        <Card key={section} title={t(section)}>
          <div className="divide-y divide-ink-150">
            {sections[section].map((question) => (
              <Disclosure key={question} summary={<h3 className="text-base font-medium text-inherit">{t(question)}</h3>}>
                <p className="max-w-prose text-ink-700">{t(`${question}Answer`)}</p>
              </Disclosure>
            ))}
          </div>
        </Card>
      ))}
    </div>
  )
}
