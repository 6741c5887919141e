import { en as accounts } from '#client/features/accounts/strings.en.ts'
import { en as institutionChoice } from '#client/features/accounts/institution-choice-strings.en.ts'
import { en as onboarding } from '#client/features/accounts/onboarding-strings.en.ts'
import { pinEn as pin } from '#client/features/accounts/pin-strings.en.ts'
import { passkeysEn as passkeys } from '#client/features/accounts/passkeys-strings.en.ts'
import { secondFactorEn as secondFactor } from '#client/features/accounts/second-factor-strings.en.ts'
import { ssoEn as sso } from '#client/features/accounts/sso-strings.en.ts'
import { sessionsEn as sessions } from '#client/features/accounts/sessions-strings.en.ts'
import { en as finder } from '#client/features/finder/strings.en.ts'
import { en as presence } from '#client/features/presence/strings.en.ts'
import { en as answers } from '#client/features/answers/strings.en.ts'
import { en as assignments } from '#client/features/assignments/strings.en.ts'
import { en as attachments } from '#client/features/attachments/strings.en.ts'
import { en as charts } from '#client/features/charts/strings.en.ts'
import { en as comments } from '#client/features/comments/strings.en.ts'
import { configurationEn as dashboards } from '#client/features/dashboards/configuration-strings.en.ts'
import { en as resultsPages } from '#client/features/dashboards/strings.en.ts'
import { en as downloads } from '#client/features/downloads/strings.en.ts'
import { en as drafts } from '#client/features/drafts/strings.en.ts'
import { en as evaluationList } from '#client/features/evaluations/list-strings.en.ts'
import { en as evaluations } from '#client/features/evaluations/strings.en.ts'
import { en as publicReports } from '#client/features/public-reports/strings.en.ts'
import { en as faq } from '#client/features/faq/strings.en.ts'
import { en as impersonation } from '#client/features/impersonation/strings.en.ts'
import { en as platform } from '#client/features/platform/strings.en.ts'
import { en as audit } from '#client/features/audit/strings.en.ts'
import { en as formHistory } from '#client/features/form-history/strings.en.ts'
import { en as filling } from '#client/features/filling/strings.en.ts'
import { en as forms } from '#client/features/forms/strings.en.ts'
import { en as help } from '#client/features/help/strings.en.ts'
import { en as home } from '#client/features/home/strings.en.ts'
import { en as institutions } from '#client/features/institutions/strings.en.ts'
import { en as notices } from '#client/features/notices/strings.en.ts'
import { en as institutionDirectory } from '#client/features/institutions/directory-strings.en.ts'
import { en as notifications } from '#client/features/notifications/strings.en.ts'
import { chartEn as openCharts } from '#client/features/open-data/chart-strings.en.ts'
import { en as openData } from '#client/features/open-data/strings.en.ts'
import { en as participants } from '#client/features/institutions/participants-strings.en.ts'
import { en as planning } from '#client/features/stages/plan-strings.en.ts'
import { en as rehearsals } from '#client/features/rehearsals/strings.en.ts'
import { en as replica } from '#client/features/replica/strings.en.ts'
import { en as questionnaires } from '#client/features/questionnaires/strings.en.ts'
import { configurationEn as replicaConfiguration } from '#client/features/replica/configuration-strings.en.ts'
import { en as labResults } from '#client/features/results/lab-strings.en.ts'
import { en as reports } from '#client/features/reports/strings.en.ts'
import { ownEn as ownResults } from '#client/features/results/own-strings.en.ts'
import { en as results } from '#client/features/results/strings.en.ts'
import { en as scores } from '#client/features/questionnaires/scores-strings.en.ts'
import { en as siteEditor } from '#client/features/site-editor/strings.en.ts'
import { en as siteFiles } from '#client/features/site-files/strings.en.ts'
import { en as hints } from '#client/features/sends/hint-strings.en.ts'
import { en as receipts } from '#client/features/sends/receipt-strings.en.ts'
import { en as sends } from '#client/features/sends/strings.en.ts'
import { en as site } from '#client/features/site/strings.en.ts'
import { en as stages } from '#client/features/stages/strings.en.ts'
import { panelEn as syncPanel } from '#client/features/sync/panel-strings.en.ts'
import { en as sync } from '#client/features/sync/strings.en.ts'
import { en as team } from '#client/features/team/strings.en.ts'
import { en as texts } from '#client/features/questionnaires/texts-strings.en.ts'
import { en as alerts } from '#client/features/questionnaires/alerts-strings.en.ts'
import { en as translations } from '#client/features/questionnaires/translate-strings.en.ts'
import { en as unsent } from '#client/features/unsent/strings.en.ts'
import { en as visits } from '#client/features/visits/strings.en.ts'
import { en as users } from '#client/features/users/strings.en.ts'
import { sendEn as send } from '#client/features/sends/send-strings.en.ts'
import { readyEn as ready } from '#client/features/filling/ready-strings.en.ts'
import { formerEn as former } from '#client/features/filling/former-strings.en.ts'
import { readyMarkEn as readyMark } from '#client/features/filling/mark-strings.en.ts'
import { pasteEn as paste } from '#client/features/answers/paste/strings.en.ts'
import { rowEn as row } from '#client/features/answers/row-strings.en.ts'
import { settingsEn as settings } from '#client/features/accounts/settings-strings.en.ts'
import { simulatorEn as simulator } from './simulator-strings.en.ts'
import { kindsEn as kinds } from '#client/features/answers/kinds/kind-strings.en.ts'
import { dialogsEn as dialogs } from '#client/features/forms/dialog-strings.en.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { en as ui } from '#client/ui/strings.en.ts'
import { plainPasteEn as plainPaste } from '#client/ui/paste-strings.en.ts'
import { tableEn as table } from '#client/ui/table-strings.en.ts'
import { en as app } from './strings.en.ts'

/** Every sentence of English, by the name of its text. */
export const english = {
  app,
  simulator,
  ui,
  visits,
  accounts,
  settings,
  institutionChoice,
  alerts,
  hints,
  receipts,
  onboarding,
  pin,
  passkeys,
  secondFactor,
  sessions,
  sso,
  answers,
  kinds,
  paste,
  row,
  assignments,
  attachments,
  charts,
  comments,
  dashboards,
  resultsPages,
  downloads,
  drafts,
  evaluationList,
  evaluations,
  filling,
  readyMark,
  former,
  ready,
  faq,
  finder,
  publicReports,
  audit,
  platform,
  impersonation,
  formHistory,
  forms,
  dialogs,
  help,
  home,
  institutions,
  notices,
  notifications,
  openCharts,
  openData,
  institutionDirectory,
  participants,
  planning,
  presence,
  rehearsals,
  replica,
  replicaConfiguration,
  questionnaires,
  labResults,
  reports,
  results,
  ownResults,
  scores,
  siteEditor,
  siteFiles,
  sends,
  send,
  site,
  stages,
  sync,
  syncPanel,
  plainPaste,
  table,
  team,
  texts,
  translations,
  unsent,
  users,
}
defineEnglish(english)
