import { expect, test } from 'vitest'
import { letterPageAt, pageAddress, pageNames, pathOf } from './addresses.ts'

test('the addresses are those that letters and bookmarks hold', () => {
  expect(Object.fromEntries(pageNames.map((name) => [name, pathOf(name)]))).toEqual({
    login: '/login',
    checkReceipt: '/comprobante',
    recoverPassword: '/recover-password',
    resetPassword: '/reset-password',
    invite: '/invite',
    simulator: '/statesimulator',
    start: '/dashboard',
    home: '/dashboard/Home',
    questionnaire: '/dashboard/form-filling/:form?',
    filling: '/dashboard/form-filling/:form/:institution/:subDimension?',
    evaluations: '/dashboard/evaluation/:form?',
    evaluation: '/dashboard/evaluation/:form/:institution/:subDimension?',
    assignment: '/dashboard/profile-config',
    team: '/dashboard/equipo',
    ownResults: '/dashboard/resultados-institucion/:form?/:kind?',
    send: '/dashboard/send',
    faq: '/dashboard/faq',
    settings: '/dashboard/user-settings',
    device: '/dashboard/device',
    recoverWork: '/dashboard/recover-work',
    forms: '/dashboard/formularios',
    rehearsal: '/dashboard/formularios/:form/ensayo',
    rehearsalEntry: '/dashboard/formularios/:form/ensayo/:person',
    participants: '/dashboard/formularios/:form/instituciones',
    notifications: '/dashboard/notifications',
    internalUsers: '/dashboard/users/usuariointerno',
    externalUsers: '/dashboard/users/usuarioexterno',
    formEditor: '/dashboard/formularios/:form',
    institutions: '/dashboard/instituciones',
    categories: '/dashboard/categorias',
    publicReportsAdmin: '/dashboard/reporte-publico',
    formHistory: '/dashboard/formularios/:form/historia',
    audit: '/dashboard/auditoria',
    platform: '/dashboard/plataforma',
    formHelps: '/dashboard/formularios/:form/helps',
    formReport: '/dashboard/formularios/:form/form-report-config',
    replicas: '/dashboard/replicas',
    reports: '/dashboard/reportes',
    results: '/dashboard/resultados/:form?/:kind?',
    generateReport: '/dashboard/:form/generate-report',
    generatePreInform: '/dashboard/:form/generate-pre-inform',
    generateInform: '/dashboard/:form/generate-inform',
    formStages: '/dashboard/formularios/:form/stages',
    formScores: '/dashboard/formularios/:form/form-score-config',
    pagesAdmin: '/dashboard/paginas-admin',
    siteFiles: '/dashboard/paginas-admin/archivos',
    pageNew: '/dashboard/paginas-admin/nueva',
    pageEditor: '/dashboard/paginas-admin/:page',
    dashboardsConfig: '/dashboard/formularios/:form/public-dashboard-config',
  })
})

test('an address is built of the parts that it takes, each in its place and encoded', () => {
  expect(pageAddress('start')).toBe('/dashboard')
  expect(pageAddress('questionnaire')).toBe('/dashboard/form-filling')
  expect(pageAddress('filling', { form: 'f', institution: 'norte' })).toBe('/dashboard/form-filling/f/norte')
  expect(pageAddress('filling', { form: 'f', institution: 'norte', subDimension: 's1', question: 'q1:r 2' })).toBe(
    '/dashboard/form-filling/f/norte/s1?question=q1%3Ar%202',
  )
  expect(pageAddress('evaluation', { form: 'f', institution: 'a/b', filter: 'all', unit: 'q1' })).toBe(
    '/dashboard/evaluation/f/a%2Fb?unit=q1&filter=all',
  )
  expect(pageAddress('invite', { token: 't', email: 'ana+1@norte.example' })).toBe('/invite?token=t&email=ana%2B1%40norte.example')
})

test('an address without a part that it needs is a bug, and not another page', () => {
  expect(() => pageAddress('filling', { form: '', institution: 'norte' })).toThrow(':institution without :form')
  expect(() => pageAddress('evaluation', { form: 'f', institution: '', subDimension: 's' })).toThrow(':subDimension? without :institution')
  expect(() => pageAddress('filling', { form: 'f', institution: '' })).toThrow('lacks :institution')
})

test('the pages of letters are known by their path alone', () => {
  expect(letterPageAt('/invite')).toBe('invite')
  expect(letterPageAt('/reset-password/')).toBe('resetPassword')
  for (const path of ['/', '/login', '/dashboard', '/invite/more', '/invited']) expect(letterPageAt(path)).toBeUndefined()
})
