import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aContext, aDefinition, actors, aHeader, aQuestion, noonIn } from '../forms/fixtures.ts'
import { formIndexOf } from '../forms/form-index.ts'
import { dashboardsScope } from '../protocol/scope.ts'
import { Site } from '../site.ts'
import { assertProperty } from '../testing/properties.ts'
import type { FormHeader, Phase } from '../stages/model.ts'
import { argsOf } from '../contract/mutation.ts'
import { decimalsOf, toldFigure } from './figures.ts'
import { configureDashboards, hideDashboards, showDashboards } from './mutations.ts'
import type { Column, Dashboard, DashboardContent, Icon, Showing } from './model.ts'
import { askedResultsOf, canonicalResults, queryOfResults, shownResults } from './asked.ts'
import type { AskableForm, AskedQuery, AskedResults } from './asked.ts'
import {
  checkedContent,
  columnQuestions,
  copiedDashboard,
  dimensionOf,
  emptyContent,
  figureOf,
  groupFigureOf,
  isAsShown,
  isFormPublic,
  newColumn,
  phaseQuestions,
  showingStamp,
  stampOf,
  withBlock,
  withCalcType,
  withPercentual,
} from './rules.ts'

const icon: Icon = { type: 'image/webp', base64: Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ').toString('base64') }
const definition = aDefinition(
  [
    aQuestion('people', 'Number'),
    aQuestion('trained', 'Number'),
    aQuestion('has', 'Boolean', { dependent: ['deep'] }),
    aQuestion('deep', 'Number', { parentId: 'has', visibleIf: true }),
    aQuestion('ideas', 'Block', { dimensionId: 's21', block: ['title', 'piloted', 'cost'] }),
    aQuestion('title', 'SimpleText', { dimensionId: 's21', blockId: 'ideas' }),
    aQuestion('piloted', 'Boolean', { dimensionId: 's21', blockId: 'ideas' }),
    aQuestion('cost', 'Number', { dimensionId: 's21', blockId: 'ideas' }),
    aQuestion('plans', 'Block', { dimensionId: 's21', block: ['plan'] }),
    aQuestion('plan', 'SimpleText', { dimensionId: 's21', blockId: 'plans' }),
  ],
  { tree: { d1: ['s11'], d2: ['s21'] } },
)
const index = formIndexOf(definition)
const facts = { index, beside: new Set(['before']) }
const column = (part: Partial<Column> = {}): Column => ({
  ...newColumn('c1'),
  name: 'Capacitación',
  subtitle: 'Pregunta 1.1.2',
  questionId: 'trained',
  ...part,
})
const general = (part: Partial<Extract<DashboardContent, { id: 'general' }>> = {}): DashboardContent => ({
  id: 'general',
  overallResultId: 'people',
  questionreports: [column()],
  ...part,
})
const institution = (part: Partial<Extract<DashboardContent, { id: 'institution' }>> = {}): DashboardContent => ({
  ...emptyContent('institution'),
  blockQuestion: 'ideas',
  phases: [{ id: 'p1', name: 'Piloto', questionId: 'piloted', icon }],
  ...part,
})
const kept = (content: DashboardContent, part: object = {}): Dashboard => ({
  ...content,
  by: 'root',
  at: '2026-01-01T00:00:00.000Z',
  ...part,
})
const codeOf = (content: DashboardContent): string | null => {
  const checked = checkedContent(content, facts)
  return checked.ok ? null : checked.failure.code
}

describe('what a column is made of', () => {
  test('[DB3] numbers that hang on nothing, for rows blocks, and nothing of the survey or of a block’s rows', () => {
    expect(columnQuestions(index, 'value').map(({ id }) => id)).toEqual(['people', 'trained'])
    expect(columnQuestions(index, 'division').map(({ id }) => id)).toEqual(['people', 'trained'])
    expect(columnQuestions(index, 'block').map(({ id }) => id)).toEqual(['ideas', 'plans'])
  })

  test('[DB3] another calculation clears the questions, and the same one nothing', () => {
    const divided = column({ calcType: 'division', questionIdDiv: 'people' })
    expect(withCalcType(divided, 'value')).toMatchObject({ calcType: 'value', questionId: '', questionIdDiv: null })
    expect(withCalcType(divided, 'division')).toBe(divided)
  })

  test('[DB3] marking a percentage, or taking the mark away, takes the bubble away', () => {
    const bubble = column({ isPercentual: true, isBouble: true })
    expect(withPercentual(bubble, false)).toMatchObject({ isPercentual: false, isBouble: false })
    expect(withPercentual(bubble, true)).toMatchObject({ isPercentual: true, isBouble: false })
  })

  test('[DB5] phases are asked yes or no in the rows of the chosen block; another block clears them', () => {
    expect(phaseQuestions(index, 'ideas').map(({ id }) => id)).toEqual(['piloted'])
    expect(phaseQuestions(index, 'plans')).toEqual([])
    expect(phaseQuestions(index, null)).toEqual([])
    const content = institution() as Extract<DashboardContent, { id: 'institution' }>
    expect(withBlock(content, 'plans')).toMatchObject({ blockQuestion: 'plans', phases: [] })
    expect(withBlock(content, 'ideas')).toBe(content)
  })

  test('[DB3] a column stands beside the dimension of its question, unless another one of the form is said', () => {
    expect(dimensionOf(column(), index)).toBe('d1')
    expect(dimensionOf(column({ dimensionId: 'd2' }), index)).toBe('d2')
    expect(dimensionOf(column({ dimensionId: 'gone' }), index)).toBe('d1')
    expect(dimensionOf(column({ questionId: 'gone' }), index)).toBeNull()
  })
})

describe('what is kept', () => {
  test('[DB3] four columns and no fifth', () => {
    const many = (n: number): DashboardContent =>
      general({ questionreports: Array.from({ length: n }, (_, at) => column({ _id: `c${at}` })) })
    expect(codeOf(many(4))).toBeNull()
    expect(codeOf(many(5))).toBe('dashboards_columns_many')
  })

  test('[DB3] each field that a column needs is asked for', () => {
    for (const part of [{ name: ' ' }, { subtitle: '' }, { questionId: '' }, { calcType: 'division' as const }])
      expect(codeOf(general({ questionreports: [column(part)] })), JSON.stringify(part)).toBe('dashboards_incomplete')
    expect(codeOf(general({ questionreports: [column({ calcType: 'division', questionIdDiv: 'people' })] }))).toBeNull()
    expect(codeOf(general({ questionreports: [column(), column()] }))).toBe('dashboards_incomplete')
  })

  test('[DB4] who works there is asked for in the general tab, of a number', () => {
    expect(codeOf(general({ overallResultId: '' }))).toBe('dashboards_incomplete')
    expect(codeOf(general({ overallResultId: 'has' }))).toBe('dashboards_question_unfit')
    expect(codeOf({ id: 'dimension', questionreports: [column()] })).toBeNull()
  })

  test('[DB3] a question of another kind, of a row or that is gone does not fit, and a bubble is a percentage', () => {
    for (const questionId of ['has', 'deep', 'cost', 'ideas', 'gone'])
      expect(codeOf(general({ questionreports: [column({ questionId })] })), questionId).toBe('dashboards_question_unfit')
    expect(codeOf(general({ questionreports: [column({ calcType: 'block' })] }))).toBe('dashboards_question_unfit')
    expect(codeOf(general({ questionreports: [column({ calcType: 'division', questionIdDiv: 'deep' })] }))).toBe(
      'dashboards_question_unfit',
    )
    expect(codeOf(general({ questionreports: [column({ isBouble: true })] }))).toBe('dashboards_bubble')
  })

  test('[DB3] what is not divided keeps no dividing question', () => {
    const checked = checkedContent(general({ questionreports: [column({ questionIdDiv: 'people' })] }), facts)
    expect(checked.ok && checked.value.id === 'general' && checked.value.questionreports[0]?.questionIdDiv).toBeNull()
  })

  test('[DB5] a phase has a name, a question of the block and an icon', () => {
    const [phase] = (institution() as Extract<DashboardContent, { id: 'institution' }>).phases
    const withPhase = (part: object): DashboardContent =>
      institution({ phases: [{ id: 'p1', name: 'Piloto', questionId: 'piloted', icon, ...phase, ...part }] })
    expect(codeOf(withPhase({}))).toBeNull()
    expect(codeOf(withPhase({ name: '' }))).toBe('dashboards_incomplete')
    expect(codeOf(withPhase({ questionId: '' }))).toBe('dashboards_incomplete')
    expect(codeOf(withPhase({ questionId: 'has' }))).toBe('dashboards_question_unfit')
    expect(codeOf(withPhase({ icon: null }))).toBe('dashboards_image_missing')
    expect(codeOf(institution({ blockQuestion: null }))).toBe('dashboards_question_unfit')
    expect(codeOf(institution({ blockQuestion: 'people' }))).toBe('dashboards_question_unfit')
  })

  test('[DB6] nothing but a picture that was drawn by the server is kept', () => {
    const svg = { type: 'image/webp', base64: Buffer.from('<svg onload="alert(1)"/>').toString('base64') } as const
    expect(codeOf(institution({ iconIniciative: svg }))).toBe('dashboards_image_unknown')
    expect(codeOf(institution({ iconIniciative: { ...icon, base64: `${icon.base64}"><script>` } }))).toBe('dashboards_image_unknown')
    expect(codeOf(institution({ iconIniciative: icon }))).toBeNull()
  })

  test('[DB5] a form beside is there and has a label', () => {
    const beside = (id: string, txt: string): DashboardContent =>
      institution({ asociatedForms: [id], asociatedFormsData: { [id]: { txt, order: 0 } } })
    expect(codeOf(beside('before', '2023'))).toBeNull()
    expect(codeOf(beside('before', ''))).toBe('dashboards_incomplete')
    expect(codeOf(beside('gone', '2023'))).toBe('dashboards_form_unknown')
  })
})

describe('configuring', () => {
  const site = (header: Partial<FormHeader> = {}, ...rows: Dashboard[]): Site => {
    const form = { ...aHeader, ...header }
    const found = new Site(dashboardsScope(form.id), { pages: [], files: new Map(), form, configuring: facts })
    for (const row of rows) found.set('dashboard', row.id, row)
    return found
  }
  const by = (phase: Phase = 'NormalInput') => aContext({ actor: actors.administrator, now: noonIn(phase) })
  const decide = (state: Site, args: { tab: 'general'; from: string | null; to: DashboardContent | null }, phase?: Phase) =>
    configureDashboards.decide(state, args, by(phase))

  test('[DB2] a tab is written with who left it so, and the form’s history tells it', () => {
    const outcome = decide(site(), { tab: 'general', from: null, to: general() })
    expect(outcome.disposition).toBe('applied')
    expect(outcome.site).toMatchObject([
      { table: 'dashboard', id: 'general', row: { overallResultId: 'people', by: actors.administrator.id } },
    ])
    expect(outcome.history).toMatchObject([
      {
        action: 'Configura tableros',
        form: aHeader.id,
        text: 'general',
        changed: [
          { field: 'dashboardWorkers', from: '', to: index.numberOf('people') },
          { field: 'dashboardColumns', from: '', to: `Capacitación: ${index.numberOf('trained')}` },
        ],
      },
    ])
  })

  test('[DB2] what somebody else left meanwhile stands, and is named; the same again is nothing new', () => {
    const theirs = kept(general(), { by: 'otro', at: '2026-02-02T00:00:00.000Z' })
    const mine = general({ questionreports: [] })
    expect(decide(site({}, theirs), { tab: 'general', from: null, to: mine })).toMatchObject({
      disposition: 'lost',
      code: 'changed_meanwhile',
      params: { by: 'otro', at: '2026-02-02T00:00:00.000Z' },
      changes: [],
    })
    expect(decide(site({}, theirs), { tab: 'general', from: stampOf(theirs), to: mine }).disposition).toBe('applied')
    expect(decide(site({}, theirs), { tab: 'general', from: null, to: general() }).disposition).toBe('noop')
  })

  test('[DB2] it is open where points may be changed, and closed elsewhere', () => {
    const outcomes = (['NormalInput', 'CalculateResults', 'ReplicaInput', 'ReplicaRevision', 'ShowResults', 'Closed'] as const).map(
      (phase) => [phase, decide(site(), { tab: 'general', from: null, to: general() }, phase).code],
    )
    expect(Object.fromEntries(outcomes)).toEqual({
      NormalInput: 'ok',
      CalculateResults: 'ok',
      ReplicaInput: 'dashboards_closed',
      ReplicaRevision: 'dashboards_closed',
      ShowResults: 'dashboards_closed',
      Closed: 'ok',
    })
  })

  test('[DB2] what visitors see is taken away from them in any stage, also while they see it', () => {
    const theirs = kept(general())
    for (const phase of ['ReplicaInput', 'ShowResults', 'Closed'] as const)
      expect(decide(site({}, theirs), { tab: 'general', from: stampOf(theirs), to: null }, phase).disposition).toBe('applied')
  })

  test('[DB2] nobody but an administrator, of a form that is there, and of the tab that is named', () => {
    const asked = { tab: 'general', from: null, to: general() } as const
    expect(configureDashboards.decide(site(), asked, aContext({ actor: actors.evaluator })).code).toBe('administrators_only')
    expect(decide(site({ removed: true }), asked).code).toBe('not_found')
    expect(decide(site(), { ...asked, to: institution() }).code).toBe('malformed')
  })

  test('[DB4] emptied, the general tab shows the form to nobody', () => {
    const theirs = kept(general())
    const outcome = decide(site({}, theirs), { tab: 'general', from: stampOf(theirs), to: null })
    expect(outcome.site?.[0]?.row).toMatchObject({ overallResultId: '', questionreports: [] })
  })

  test('[DB3] arguments out of bounds are not read', () => {
    const read = (part: object) =>
      argsOf(configureDashboards, 1, { tab: 'general', from: null, to: general({ questionreports: [{ ...column(), ...part }] }) })
    expect(read({}).ok).toBe(true)
    expect(read({ name: 'x'.repeat(81) })).toMatchObject({ failure: { code: 'text_limit' } })
    expect(read({ _id: '../x' }).ok).toBe(false)
    expect(read({ calcType: 'eval' }).ok).toBe(false)
  })
})

describe('showing', () => {
  const names = [
    { id: 'norte', name: 'Servicio norte' },
    { id: 'sur', name: 'Servicio sur' },
  ]
  const ids = names.map(({ id }) => id)
  const tab = kept(general())
  const site = ({ header = {}, tabs = [tab], showable = names, showing }: Setting = {}): Site => {
    const form = { ...aHeader, ...header }
    const found = new Site(dashboardsScope(form.id), { pages: [], files: new Map(), form, configuring: facts, showable })
    for (const row of tabs) found.set('dashboard', row.id, row)
    if (showing) found.set('showing', 'showing', showing)
    return found
  }
  interface Setting {
    readonly header?: Partial<FormHeader>
    readonly tabs?: readonly Dashboard[]
    readonly showable?: readonly { readonly id: string; readonly name: string }[]
    readonly showing?: Showing | undefined
  }
  const by = (phase: Phase = 'ShowResults') => aContext({ actor: actors.administrator, now: noonIn(phase) })
  const seen = showingStamp([tab], ids)
  const rowOf = (outcome: { readonly site?: readonly { readonly row: unknown }[] | undefined }): Showing =>
    outcome.site?.[0]?.row as Showing

  test('[DB15] one act shows what was looked at: the tabs, and each institution by name, which the history tells', () => {
    const outcome = showDashboards.decide(site(), { seen }, by())
    expect(outcome).toMatchObject({
      disposition: 'applied',
      site: [{ table: 'showing', row: { tabs: [tab], institutionIds: ids, by: actors.administrator.id } }],
      history: [
        {
          action: 'Muestra resultados',
          form: aHeader.id,
          changed: [{ field: 'dashboardInstitutions', to: 'Servicio norte\nServicio sur' }],
        },
      ],
    })
    const showing = rowOf(outcome)
    expect(isFormPublic(aHeader, showing, noonIn('ShowResults'))).toBe(true)
    expect(showDashboards.decide(site({ showing }), { seen }, by()).disposition).toBe('noop')
  })

  test('[DB15] what changed since it was looked at is not shown unseen: another tab, another institution', () => {
    const others: readonly Setting[] = [
      { showable: [...names, { id: 'este', name: 'Servicio este' }] },
      { showable: names.slice(1) },
      { tabs: [kept(general({ questionreports: [] }))] },
      { tabs: [tab, kept(institution())] },
    ]
    for (const other of others)
      expect(showDashboards.decide(site(other), { seen }, by())).toMatchObject({ disposition: 'lost', code: 'dashboards_moved' })
    // Who saved the same, and in which order institutions are named, makes no difference.
    const same = site({ tabs: [{ ...tab, by: 'otro', at: '2026-02-02T00:00:00.000Z' }], showable: names.toReversed() })
    expect(showDashboards.decide(same, { seen }, by()).disposition).toBe('applied')
  })

  test('[DB15] nothing is shown without a whole general tab or a published institution, and by administrators alone', () => {
    const code = (setting: Setting): string => showDashboards.decide(site(setting), { seen }, by()).code
    expect(code({ tabs: [] })).toBe('dashboards_unconfigured')
    expect(code({ tabs: [kept(general({ overallResultId: '', questionreports: [] }))] })).toBe('dashboards_unconfigured')
    expect(code({ showable: [] })).toBe('dashboards_unpublished')
    expect(code({ header: { removed: true } })).toBe('not_found')
    for (const each of [showDashboards, hideDashboards])
      expect(each.decide(site(), { seen }, aContext({ actor: actors.evaluator })).code).toBe('administrators_only')
  })

  test('[DB15] visitors lose it by one act in any stage, or as the general tab is emptied; its tabs stay', () => {
    const showing = rowOf(showDashboards.decide(site(), { seen }, by()))
    for (const phase of ['ReplicaInput', 'ShowResults', 'Closed'] as const) {
      const outcome = hideDashboards.decide(site({ showing }), {}, by(phase))
      expect([outcome.disposition, outcome.site?.length, outcome.history?.[0]?.action]).toEqual(['applied', 1, 'Oculta resultados'])
      expect(isFormPublic(aHeader, rowOf(outcome), noonIn('Closed'))).toBe(false)
    }
    expect(hideDashboards.decide(site(), {}, by()).disposition).toBe('noop')
    const emptied = configureDashboards.decide(site({ showing }), { tab: 'general', from: stampOf(tab), to: null }, by())
    expect(emptied.site?.map(({ table, row }) => [table, 'tabs' in row && row.tabs])).toEqual([
      ['dashboard', false],
      ['showing', []],
    ])
  })

  test('[DB15] what is saved after it was shown is a draft: visitors go on seeing what they were shown', () => {
    const showing = rowOf(showDashboards.decide(site(), { seen }, by()))
    const saved = configureDashboards.decide(
      site({ showing }),
      { tab: 'general', from: stampOf(tab), to: general({ questionreports: [] }) },
      by('Closed'),
    )
    expect(saved.site?.map(({ table }) => table)).toEqual(['dashboard'])
    expect(isAsShown(showing, [tab], ids)).toBe(true)
    expect(isAsShown(showing, [saved.site?.[0]?.row as Dashboard], ids)).toBe(false)
    expect(isAsShown(undefined, [tab], ids)).toBe(false)
  })
})

describe('who reads it', () => {
  const shown: Showing = { tabs: [kept(general())], institutionIds: ['norte'], by: 'root', at: '2026-01-01T00:00:00.000Z' }
  test('[DB1] a form is public from its last stage on, shown, no rehearsal, and not switched off before it was over', () => {
    const at = (phase: Phase, part: Partial<FormHeader> = {}, showing: Showing | undefined = shown): boolean =>
      isFormPublic({ ...aHeader, ...part }, showing, noonIn(phase))
    expect(at('ShowResults')).toBe(true)
    expect(at('Closed')).toBe(true)
    expect(at('Closed', { enabled: false })).toBe(true)
    expect(at('ShowResults', { enabled: false })).toBe(false)
    expect(at('ReplicaRevision')).toBe(false)
    expect(at('Closed', { removed: true })).toBe(false)
    expect(at('Closed', { rehearsal: { of: 'other' } as unknown as FormHeader['rehearsal'] })).toBe(false)
    expect(isFormPublic(aHeader, undefined, noonIn('Closed'))).toBe(false)
    expect(at('Closed', {}, { ...shown, tabs: [], institutionIds: [] })).toBe(false)
  })

  test('[DB11] a copy is configured with its own questions', () => {
    const copy = copiedDashboard(
      kept(general({ questionreports: [column({ calcType: 'division', questionIdDiv: 'people' })] })),
      (id) => `n-${id}`,
    )
    expect(copy).toMatchObject({ overallResultId: 'n-people', questionreports: [{ questionId: 'n-trained', questionIdDiv: 'n-people' }] })
    expect(copiedDashboard(kept(institution()), (id) => `n-${id}`)).toMatchObject({
      blockQuestion: 'n-ideas',
      phases: [{ questionId: 'n-piloted', icon }],
    })
  })
})

describe('figures', () => {
  const answered = { number: (id: string) => ({ people: 40, trained: 10 })[id] ?? null, rows: (id: string) => (id === 'ideas' ? 3 : null) }
  test('[DB7] each calculation says its figure, and a percentage a hundred times it', () => {
    const figure = (part: Partial<Column>, workers = 'people'): number | null => figureOf(column(part), answered, workers)
    expect(figure({})).toBe(10)
    expect(figure({ calcType: 'sum' })).toBe(10)
    expect(figure({ calcType: 'average' })).toBe(0.25)
    expect(figure({ calcType: 'average', isPercentual: true })).toBe(25)
    expect(figure({ calcType: 'division', questionIdDiv: 'people', isPercentual: true })).toBe(25)
    expect(figure({ calcType: 'block', questionId: 'ideas' })).toBe(3)
  })

  test('[DB7] what is missing, or would be divided by 0, is no figure', () => {
    expect(figureOf(column({ questionId: 'gone' }), answered, 'people')).toBeNull()
    expect(figureOf(column({ calcType: 'average' }), answered, '')).toBeNull()
    expect(
      figureOf(
        column({ calcType: 'division', questionIdDiv: 'none' }),
        { ...answered, number: (id) => (id === 'none' ? 0 : 10) },
        'people',
      ),
    ).toBeNull()
  })

  test('[DB9] of three and more the mean, of a sum the total, of fewer nothing', () => {
    expect(groupFigureOf({ calcType: 'value' }, [1, 2, 6, null])).toBe(3)
    expect(groupFigureOf({ calcType: 'sum' }, [1, 2, 6, null])).toBe(9)
    expect(groupFigureOf({ calcType: 'value' }, [1, 2, null])).toBeNull()
    expect(groupFigureOf({ calcType: 'sum' }, [1, 2, null])).toBeNull()
  })
})

const asked = (query: AskedQuery): AskedResults => askedResultsOf(query)
const askable = (id: string, institutions: Readonly<Record<string, string>>): AskableForm => ({
  id,
  categories: [...new Set(Object.values(institutions))].toSorted(),
  institutions: new Map(Object.entries(institutions)),
})
const forms = [askable('f2', { a: 'Pilares', b: 'Pilares', c: 'Nuevas' }), askable('f1', { a: 'Nuevas', b: 'Nuevas' })]

describe('decimals', () => {
  test('[DB13] are one number for a column: none of whole figures, one, or what its smallest needs', () => {
    expect([[], [null], [0, 3], [58_337.99999999999, 2]].map(decimalsOf)).toEqual([0, 0, 0, 0])
    expect(
      [
        [0, 3.5],
        [1.25, 1_000],
      ].map(decimalsOf),
    ).toEqual([1, 1])
    expect([[0.5, 3], [0.03], [1e-7]].map(decimalsOf)).toEqual([2, 3, 6])
    expect([toldFigure(12.25, 1), toldFigure(-0.04, 1), toldFigure(0.0305, 3), toldFigure(58_337.99999999999, 0)]).toEqual([
      12.3, 0, 0.031, 58_338,
    ])
  })
})

describe('an address', () => {
  test('[DB10] says a choice in one way, whatever order or form it came in', () => {
    const said = '?form=f1&category=Pilares&institutions=b,a'
    for (const query of [
      { institutions: 'b,a', category: 'Pilares', form: 'f1', extra: 'x' },
      new URLSearchParams('i1=b&i2=a&i3=&i4=b&form=f1&category=Pilares&utm=1'),
      new URLSearchParams(said),
    ])
      expect(queryOfResults(asked(query))).toBe(said)
    expect(queryOfResults(asked({}))).toBe('')
  })

  test('[DB10] junk makes no address of its own: what is not public is as if nobody had asked for it', () => {
    const canonical = (query: string): string => canonicalResults(asked(new URLSearchParams(query)), forms)
    for (const junk of ['', 'category=a1', 'form=', 'institutions=x,y,z', 'form=f2&category=Nuevas', 'category=Nuevas&institutions=x'])
      expect(canonical(junk), junk).toBe('')
    const chosen = '?form=f2&category=Pilares&institutions=a,b'
    for (const same of [
      'institutions=a,b',
      'institutions=x,a,b',
      'form=&institutions=a,b,c',
      'category=Pilares&institutions=a,y,b',
      chosen,
    ])
      expect(canonical(same), same).toBe(chosen)
    expect(canonical('form=f1')).toBe('?form=f1&category=Nuevas')
    expect(canonicalResults(asked({ form: 'f1', institutions: 'a' }), [])).toBe('')
  })

  test('[DB10] a form that is named and is not public shows nothing of another one, and all such are one page', () => {
    for (const gone of ['form=gone', 'form=x&institutions=a,b', 'form=%3Cscript%3E', 'form=f2%20&category=Pilares', 'form=-']) {
      const query = asked(new URLSearchParams(gone))
      expect(shownResults(query, forms), gone).toEqual({ form: null, category: null, institutions: [] })
      expect(canonicalResults(query, forms), gone).toBe('?form=-')
    }
    expect(shownResults(asked({ form: 'gone' }), [])).toEqual({ form: null, category: null, institutions: [] })
  })

  test('[DB10] what is shown is public, of one category, and the same asked again', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'x', 'f1', 'f2', 'Nuevas', 'Pilares')
    assertProperty(
      fc.property(fc.record({ form: id, category: id, institutions: fc.array(id, { maxLength: 6 }) }), (one) => {
        const wanted = asked({ ...one, institutions: one.institutions.join(',') })
        const shown = shownResults(wanted, forms)
        const form = forms.find((each) => each.id === one.form)
        expect(shown.form).toBe(form?.id ?? null)
        if (form) expect(form.categories).toContain(shown.category)
        for (const each of shown.institutions) expect(form?.institutions.get(each)).toBe(shown.category)
        const query = canonicalResults(wanted, forms)
        expect(shownResults(asked(new URLSearchParams(query)), forms)).toEqual(shown)
      }),
    )
  })

  test('[DB10] of many institutions the first four count, and what is no id is passed over', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `i${at}`).join(',')
    expect(askedResultsOf({ institutions: many }).institutions).toEqual(['i0', 'i1', 'i2', 'i3'])
    expect(askedResultsOf({ institutions: 'a,a,<b>,,../c', form: '"><script>', category: 'a&b' })).toEqual({
      form: '-',
      category: null,
      institutions: ['a'],
    })
  })
})
