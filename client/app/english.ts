import { en as accounts } from '#client/features/accounts/strings.en.ts'
import { en as institutionChoice } from '#client/features/accounts/institution-choice-strings.en.ts'
import { en as onboarding } from '#client/features/accounts/onboarding-strings.en.ts'
import { pinEn as pin } from '#client/features/accounts/pin-strings.en.ts'
import { passkeysEn as passkeys } from '#client/areas/account/passkeys/passkeys-strings.en.ts'
import { secondFactorEn as secondFactor } from '#client/areas/account/second-factor/second-factor-strings.en.ts'
import { ssoEn as sso } from '#client/areas/account/sso/sso-strings.en.ts'
import { sessionsEn as sessions } from '#client/areas/account/sessions/sessions-strings.en.ts'
import { en as finder } from '#client/features/finder/strings.en.ts'
import { en as presence } from '#client/features/presence/strings.en.ts'
import { en as answers } from '#client/features/answers/strings.en.ts'
import { en as assignments } from '#client/areas/institution/assignments/strings.en.ts'
import { en as attachments } from '#client/features/attachments/strings.en.ts'
import { en as charts } from '#client/areas/site/charts/strings.en.ts'
import { en as comments } from '#client/features/comments/strings.en.ts'
import { configurationEn as dashboards } from '#client/areas/administration/dashboards/configuration-strings.en.ts'
import { en as resultsPages } from '#client/areas/site/results/strings.en.ts'
import { en as downloads } from '#client/features/downloads/strings.en.ts'
import { en as drafts } from '#client/features/drafts/strings.en.ts'
import { en as evaluationList } from '#client/features/overviews/list-strings.en.ts'
import { en as evaluations } from '#client/areas/evaluation/desk/strings.en.ts'
import { en as publicReports } from '#client/areas/administration/public-reports/strings.en.ts'
import { en as faq } from '#client/features/faq/strings.en.ts'
import { en as impersonation } from '#client/features/impersonation/strings.en.ts'
import { en as platform } from '#client/areas/administration/platform/strings.en.ts'
import { en as audit } from '#client/areas/administration/audit/strings.en.ts'
import { en as formHistory } from '#client/features/form-history/strings.en.ts'
import { en as filling } from '#client/areas/institution/filling/strings.en.ts'
import { en as forms } from '#client/areas/administration/forms/strings.en.ts'
import { en as help } from '#client/app/help/strings.en.ts'
import { en as home } from '#client/areas/institution/home/strings.en.ts'
import { en as institutions } from '#client/areas/administration/progress/strings.en.ts'
import { en as notices } from '#client/features/notices/strings.en.ts'
import { en as institutionDirectory } from '#client/areas/administration/institutions/strings.en.ts'
import { en as notifications } from '#client/areas/administration/notifications/strings.en.ts'
import { chartEn as openCharts } from '#client/areas/site/open-data/charts/chart-strings.en.ts'
import { en as openData } from '#client/areas/site/open-data/strings.en.ts'
import { en as participants } from '#client/areas/administration/participants/strings.en.ts'
import { en as planning } from '#client/areas/administration/stages/plan-strings.en.ts'
import { en as rehearsals } from '#client/features/rehearsals/strings.en.ts'
import { en as replica } from '#client/features/replica/strings.en.ts'
import { en as questionnaires } from '#client/areas/administration/form-editor/strings.en.ts'
import { configurationEn as replicaConfiguration } from '#client/areas/administration/replica/configuration-strings.en.ts'
import { en as labResults } from '#client/features/results/lab/lab-strings.en.ts'
import { en as reports } from '#client/areas/administration/reports/strings.en.ts'
import { ownEn as ownResults } from '#client/features/results/own/own-strings.en.ts'
import { en as results } from '#client/features/results/strings.en.ts'
import { en as scores } from '#client/areas/administration/form-editor/scores/scores-strings.en.ts'
import { en as siteEditor } from '#client/areas/administration/site-editor/strings.en.ts'
import { en as siteFiles } from '#client/areas/administration/site-files/strings.en.ts'
import { en as hints } from '#client/areas/institution/sends/hints/hint-strings.en.ts'
import { en as receipts } from '#client/areas/institution/sends/receipts/receipt-strings.en.ts'
import { en as sends } from '#client/areas/institution/sends/strings.en.ts'
import { en as site } from '#client/features/site/strings.en.ts'
import { en as stages } from '#client/features/stages/strings.en.ts'
import { panelEn as syncPanel } from '#client/features/sync/panel-strings.en.ts'
import { en as sync } from '#client/features/sync/strings.en.ts'
import { en as team } from '#client/areas/institution/team/strings.en.ts'
import { en as texts } from '#client/areas/administration/form-editor/texts/texts-strings.en.ts'
import { en as alerts } from '#client/areas/administration/form-editor/alerts/alerts-strings.en.ts'
import { en as translations } from '#client/areas/administration/form-editor/translation/translate-strings.en.ts'
import { en as unsent } from '#client/areas/administration/unsent/strings.en.ts'
import { en as visits } from '#client/features/visits/strings.en.ts'
import { en as users } from '#client/areas/administration/users/strings.en.ts'
import { sendEn as send } from '#client/areas/institution/sends/send-strings.en.ts'
import { readyEn as ready } from '#client/areas/institution/filling/ready/ready-strings.en.ts'
import { formerEn as former } from '#client/areas/institution/filling/former/former-strings.en.ts'
import { readyMarkEn as readyMark } from '#client/areas/institution/filling/ready/mark-strings.en.ts'
import { pasteEn as paste } from '#client/features/texts/paste/strings.en.ts'
import { rowEn as row } from '#client/features/answers/rows/row-strings.en.ts'
import { settingsEn as settings } from '#client/areas/account/settings/settings-strings.en.ts'
import { simulatorEn as simulator } from '#client/areas/administration/stages/simulator-strings.en.ts'
import { kindsEn as kinds } from '#client/features/answers/kinds/kind-strings.en.ts'
import { dialogsEn as dialogs } from '#client/areas/administration/dialogs/strings.en.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { en as ui } from '#client/ui/strings.en.ts'
import { plainPasteEn as plainPaste } from '#client/ui/fields/paste-strings.en.ts'
import { tableEn as table } from '#client/ui/tables/table-strings.en.ts'
import { en as app } from '#client/page/strings.en.ts'

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
