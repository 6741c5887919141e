import type { Translated } from '#client/i18n/text.ts'
import type { configurationEs } from './configuration-strings.es.ts'

export const configurationEn = {
  configLead:
    'How many sub-dimensions each institution may appeal, and which take no appeal. It holds for the whole form and is fixed before the appeal stage begins.',
  configForm: 'Form',
  configNoForms: 'There are no forms',
  configChoose: 'Choose a form to set up its appeal.',
  configMissing: 'This device does not have the form',
  configMissingBody: 'Connect to the internet to bring it, or choose another.',
  configPoints: 'Number of points',
  configPointsHint: ({ n }) => `Sub-dimensions that an institution may appeal. ${n} are available with what is excluded.`,
  configExclude: 'Excluded sub-dimensions',
  configExcludeHint: 'Exclude at least one.',
  configSave: 'Save',
  configSaved: 'Appeal saved.',
  configDraft: 'Unsaved changes: they are on this device.',
  configNotKept: 'This device could not keep what you wrote. Do not close the page before saving.',
  configDiscard: 'Discard changes',
  configClosed: 'The appeal stage of this form has begun: its configuration cannot be changed. Clone the form for the next cycle.',
  configNobody: 'This form has no sub-dimensions.',
  configManual: 'The points of this form are uploaded: after the evaluation of the appeal a new sheet has to be uploaded.',
  configMovedTitle: ({ name }) => `${name === '' ? 'Somebody else' : name} changed this configuration meanwhile`,
  configTheirs: ({ points, names }) => `Now in force: ${points === 1 ? '1 point' : `${points} points`}; excluded are ${names}.`,
  configTheirsNone: 'Now in force: nothing is configured.',
  configTakeTheirs: 'Use what is in force',
  configKeepMine: 'Save mine',
  configNotApplied: 'Your change was not applied',
  configProposeAgain: 'Review my change',
} satisfies Translated<typeof configurationEs>
