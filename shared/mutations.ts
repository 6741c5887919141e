import { setAdministrative } from './answers/mutations.ts'
import { createStaff, joinPerson, renamePerson } from './accounts/directory.ts'
import { anonymisePerson } from './accounts/anonymise-mutations.ts'
import { addMember, removeMember } from './accounts/membership-mutations.ts'
import { createUser, editUser, inviteUser, toggleUser } from './accounts/user-mutations.ts'
import { releasePerson } from './assignments/release-mutations.ts'
import type { AnyMutation, Mutation } from './contract/mutation.ts'
import { configureDashboards, hideDashboards, showDashboards } from './dashboards/mutations.ts'
import { deviceMutations } from './device-mutations.ts'
import { closeForm, reopenForm } from './forms/closing-mutations.ts'
import { cloneForm, createForm, importForm, noteForm, publishForm, removeForm, toggleForm } from './forms/mutations.ts'
import {
  createCategory,
  createInstitution,
  editCategory,
  editInstitution,
  leadInstitution,
  removeInstitution,
  restoreInstitution,
} from './institutions/directory-mutations.ts'
import { addParticipant, removeParticipant, setEvaluator } from './institutions/participant-mutations.ts'
import { repeatNotification, sendNotification } from './notifications/mutations.ts'
import { addOpenReport, publishOpenReport, removeOpenReport, unpublishOpenReport } from './open-data/mutations.ts'
import { giveUpLetter, repeatLetters } from './platform/mutations.ts'
import { ownMutations } from './own-mutations.ts'
import { questionnaireMutations } from './questionnaire-mutations.ts'
import { uploadPoints } from './questionnaires/manual-points-mutations.ts'
import { moveRehearsal, rehearseForm } from './rehearsals/mutations.ts'
import { declareApart } from './results/apart-mutations.ts'
import { setLevels } from './results/levels-mutations.ts'
import { releaseRound, settleDecision } from './evaluations/settle-mutations.ts'
import { calculateResult, editInform, publishResult } from './results/mutations.ts'
import { sendReminders, setReminders } from './reminders/mutations.ts'
import { addSiteFile, removeSiteFile } from './site/file-mutations.ts'
import { advanceStage } from './stages/mutations.ts'
import { tellExtension } from './stages/plan-mutations.ts'
import { bringBackPage, configureSite, publishPage, removePage, savePage } from './site/mutations.ts'
import { adoptUnsent } from './unsent/mutations.ts'

/** What only the server's doors ask for, or the platform. */
const ofServer: readonly AnyMutation[] = [
  adoptUnsent,
  addParticipant,
  setEvaluator,
  removeParticipant,
  setAdministrative,
  uploadPoints,
  setLevels,
  declareApart,
  settleDecision,
  releaseRound,
  calculateResult,
  publishResult,
  editInform,
  tellExtension,
  sendNotification,
  repeatNotification,
  repeatLetters,
  giveUpLetter,
  sendReminders,
  setReminders,
  renamePerson,
  joinPerson,
  createStaff,
  createUser,
  editUser,
  toggleUser,
  inviteUser,
  addMember,
  removeMember,
  anonymisePerson,
  releasePerson,
  createInstitution,
  editInstitution,
  removeInstitution,
  restoreInstitution,
  leadInstitution,
  createCategory,
  editCategory,
  advanceStage,
  createForm,
  toggleForm,
  removeForm,
  cloneForm,
  importForm,
  noteForm,
  publishForm,
  closeForm,
  reopenForm,
  rehearseForm,
  moveRehearsal,
  addSiteFile,
  removeSiteFile,
  configureDashboards,
  showDashboards,
  hideDashboards,
  addOpenReport,
  publishOpenReport,
  unpublishOpenReport,
  removeOpenReport,
  savePage,
  publishPage,
  removePage,
  bringBackPage,
  configureSite,
]

/**
 * Every change that a person, or the platform, may make. Arguments are parsed by a mutation's own `input` before they reach its
 * `decide`.
 */
const all: readonly AnyMutation[] = [...deviceMutations.values(), ...questionnaireMutations.values(), ...ownMutations.values(), ...ofServer]

/** The catalogue, by name. */
export const mutations: ReadonlyMap<string, AnyMutation> = new Map(all.map((one) => [one.name, one]))

const onParticipation = (one: AnyMutation): one is Mutation => one.on === 'participation'

/** Those that are decided on an institution in a form. */
export const participationMutations: ReadonlyMap<string, Mutation> = new Map(all.filter(onParticipation).map((one) => [one.name, one]))
