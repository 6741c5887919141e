import { dayPasted } from '#client/ui/fields/day-paste.ts'
import { asSeen } from '#client/ui/fields/paste-as-seen.ts'
import { People } from '#server/archives/people.ts'
import { inertSvg } from '#server/features/site/files-svg.ts'
import { legible } from '#server/documents/legible.ts'
import { passwordFailure } from '#server/features/accounts/passwords.ts'
import { saysAddress, wordsWithout, type Traces } from '#server/persons/traces.ts'
import { keptArgs } from '#server/sync/unkept.ts'
import { SheetScan } from '#server/workbooks/sheet-scan.ts'
import { drawnBy, scriptText } from '#client/features/texts/paste/characters.ts'
import { foundQuestions } from '#client/areas/account/faq/found-questions.ts'
import { find } from '#client/features/finder/found.ts'
import { matching, readView } from '#client/ui/tables/table-view.ts'
import { valueInCell } from '#shared/answers/administrative-table.ts'
import { nameByContent } from '#shared/attachments/other-content.ts'
import { aQuestion } from '#shared/forms/fixtures.ts'
import { kinds, plainText } from '#shared/forms/kinds.ts'
import { tellText } from '#shared/forms/xlsform/carried-text.ts'
import { boundsIn } from '#shared/forms/xlsform/conditions.ts'
import { Report } from '#shared/forms/xlsform/report.ts'
import { isFamiliarName } from '#shared/institutions/rules.ts'
import { readCsv } from '#shared/kernel/csv.ts'
import { csvSheet } from '#shared/kernel/one-column.ts'
import { withOwnTimes } from '#shared/kernel/own-times.ts'
import { questionKinds } from '#shared/forms/model.ts'
import { isNameTaken } from '#shared/site/rules.ts'

const traces: Traces = {
  userId: 'ana',
  names: [{ name: 'Ana', surname: 'Rojas' }],
  emails: ['ana@norte.example'],
  isShared: false,
  longer: ['Ana Rojas Vera'],
  pseudonym: 'P0001',
}
const people = new People([{ id: 'u-ana', name: 'Ana', surname: 'Rojas', email: 'ana@norte.example', kind: 'Institutional' }], 'secret')
const limits = { rows: 100_000, columns: 100_000, cellLength: 1_000_000, cells: 1_000_000, characters: 10_000_000 }

/** Functions that are given a text beside something else, by where they are, and what is no function of its own. */
export const called: Readonly<Record<string, (text: string) => unknown>> = {
  'server/archives/people.ts text': (text) => people.text(text),
  'server/documents/legible.ts legible': (text) => legible(text, () => true),
  'server/features/accounts/passwords.ts passwordFailure': (text) => passwordFailure(text, text, { email: 'a@b.cl', words: ['norte'] }),
  'server/features/site/files-svg.ts inertSvg': (text) => inertSvg(Buffer.from(`<svg><style>${text}</style></svg>`)),
  'server/persons/traces.ts saysAddress': (text) => saysAddress(text, traces),
  'server/persons/traces.ts wordsWithout': (text) => wordsWithout(text, traces, true),
  'server/sync/unkept.ts keptArgs': (text) => keptArgs(text, { disposition: 'refused', code: 'malformed' }),
  'server/workbooks/sheet-scan.ts push': (text) => new SheetScan().push(text),
  'client/features/texts/paste/characters.ts scriptText': (text) => scriptText(text, 'super', text),
  'client/features/texts/paste/characters.ts drawnBy': (text) => drawnBy('symbol', text),
  'client/areas/account/faq/found-questions.ts foundQuestions': (text) => foundQuestions(text, (key) => key),
  'client/features/finder/found.ts find': (text) => find([{ id: 'a', kind: 'answer', title: text, body: text, words: text }], text),
  'client/ui/tables/table-view.ts readView': (text) => readView(text, { filters: ['a'], sortable: ['a'] }),
  'client/ui/tables/table-view.ts matching': (text) => matching([{ text, row: text }], text.slice(0, 10)),
  'shared/answers/administrative-table.ts valueInCell': (text) => questionKinds.map((kind) => valueInCell(aQuestion('q', kind), text)),
  'shared/forms/kinds.ts plainText': (text) => questionKinds.map((kind) => plainText(aQuestion('q', kind), text)),
  'shared/forms/kinds.ts invalidity': (text) =>
    questionKinds.map((kind) => (kinds[kind].holds(text) ? kinds[kind].invalidity(aQuestion('q', kind), text as never) : null)),
  'shared/attachments/other-content.ts nameByContent': (text) => nameByContent('a.doc', new TextEncoder().encode(text)),
  'shared/forms/xlsform/carried-text.ts tellText': (text) =>
    tellText('survey', { row: 1, columns: [], get: () => text, spoken: () => text }, 'label', text, new Report({ isOwn: false })),
  'shared/forms/xlsform/conditions.ts boundsIn': (text) => boundsIn(text, 'Number'),
  'shared/institutions/rules.ts isFamiliarName': (text) => isFamiliarName(text, { name: text }),
  'client/ui/fields/paste-as-seen.ts asSeen': (text) =>
    [true, false].flatMap((oneLine) => [true, false].map((cells) => asSeen(`"${text}"\n`, { oneLine, cells }))),
  'client/ui/fields/day-paste.ts dayPasted': (text) => dayPasted(text, 'es', () => undefined),
  'shared/kernel/csv.ts readCsv': (text) => readCsv(text, limits),
  // In quotes, as a spreadsheet writes what it opened in one column.
  'shared/kernel/one-column.ts csvSheet': (text) => [csvSheet(text, limits), csvSheet(`"a,""b"""\n"${text}"`, limits)],
  'shared/site/rules.ts isNameTaken': (text) =>
    isNameTaken(text, '', [{ id: 'a', name: text, formerNames: [text], removed: false, published: true }]),
  'shared/kernel/own-times.ts withOwnTimes': (text) => withOwnTimes(text, 'es', () => 0),
}
