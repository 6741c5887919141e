import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  title: 'Frequently asked questions',
  search: 'Search the questions',
  found: '{{n}} of {{total}} questions',
  none: 'No question has those words. Try others.',
  link: 'Link to this question',
  downloads: 'To download',
  questionnaire: 'Current questionnaire (PDF)',
  questionnaireAbout: 'Every question of the current form, to read them and prepare the answers.',
  glossary: 'Glossary of concepts, 2025 edition (PDF)',
  glossaryAbout: 'What the words of the measurement mean.',
  lead: 'What is asked most while filling in the measurement.',
  configuration: 'Profile configuration',
  configuration1: 'Who can assign responsible people?',
  configuration1Answer:
    'The institutional leader and the delegate assign dimension and sub-dimension leaders. Each area leader assigns the questions in their charge.',
  configuration2: 'Can I assign several questions at once?',
  configuration2Answer:
    'Yes. Tick the questions, or use “select all”, and choose the person. Only questions without a responsible person that are not administrative are selected.',
  configuration3: 'What does a delegate do?',
  configuration3Answer:
    'They have the same powers as the institutional leader and act at the same time. Only the institutional leader assigns or removes them.',
  configuration4: 'Can I invite somebody who has no account yet?',
  configuration4Answer:
    'Yes, with their name, surname and institutional email of the same institution. The invitation is sent as soon as there is a connection.',
  answering: 'Answering the questionnaire',
  answering1: 'Do I have to save my answers?',
  answering1Answer:
    'No: every answer is kept on your device as you write it and is sent by itself. The “Save” button only confirms that everything is kept.',
  answering2: 'Can I answer without a connection?',
  answering2Answer:
    'Yes. Sign in once with a connection and prepare the device in “Data on this device”. Then you can close the browser, turn the device off and go on answering; everything is sent when the connection is back.',
  answering3: 'Which files can I attach?',
  answering3Answer:
    'One file per question, up to 15 MB, as doc, docx, xls, xlsx, pdf, jpg, jpeg, tiff, png, zip, rar or xml. If you will not attach one, say so.',
  answering4: 'What if somebody else answered the same question?',
  answering4Answer:
    'No answer is lost. The application shows both, who wrote them and when, and you decide. All stay in the question’s history.',
  commenting: 'Commenting questions',
  commenting1: 'Who can comment?',
  commenting1Answer: 'Leaders comment on the answers of those who depend on them. The comment is pending for the responsible person.',
  commenting2: 'How do I reply to a comment?',
  commenting2Answer:
    'Change the answer, or say that you will not change it, and explain why. Saying that it will not be changed cannot be undone.',
  commenting3: 'When is a comment closed?',
  commenting3Answer: 'When its author marks it as resolved. To send, every comment must be resolved.',
  sending: 'Sending to evaluation',
  sending1: 'What is needed to send?',
  sending1Answer:
    'Every question answered, additional information attached or marked as not attached, and comments resolved. Before sending, the application shows what is missing and who is responsible.',
  sending2: 'Can I change an answer after sending?',
  sending2Answer: 'No. After sending, answers cannot be edited unless they come back with observations.',
  sending3: 'How do I know that it arrived?',
  sending3Answer:
    'You will see a receipt with a number and time, and get a confirmation email. Without a connection, the send waits and happens when it is back.',
  account: 'My account',
  account1: 'I forgot my password. What do I do?',
  account1Answer: 'On the sign-in page choose “Forgot your password?”. You will get a link by email; check the junk folder too.',
  account2: 'Can I use a shared device?',
  account2Answer:
    'Yes. Everyone sees only their own. When you sign out, your data is removed from the device; if something is still unsent, you are told first and can export a copy.',
} satisfies Translated<typeof es>
