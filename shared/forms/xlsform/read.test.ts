import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isErrorCode } from '../../errors.ts'
import { must } from '../../kernel/assert.ts'
import { cellShown } from '../../kernel/number-format.ts'
import type { ReadCell } from '../../kernel/read-cell.ts'
import type { ReadSheet } from '../../kernel/table.ts'
import { assertProperty } from '../../testing/properties.ts'
import { parseDefinition } from '../definition.ts'
import type { Question } from '../model.ts'
import { headingOf, languageOf, typeOf } from './names.ts'
import { formOfXlsForm } from './read.ts'

/** A sheet that is written as its rows, between bars. The first row holds the headings. */
function sheetOf(name: string, lines: string): ReadSheet {
  const rows = lines
    .trim()
    .split('\n')
    .map((line, at) => ({ row: at + 1, cells: line.split('|').map((cell): ReadCell => cell.trim()) }))
  return { name, merged: [], rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) }
}

const colours = sheetOf(
  'choices',
  `list_name | name | label
   yn | yes | Yes
   yn | no | No
   colour | r | Rojo
   colour | g | Verde
   colour | b | Azul`,
)

function readOf(survey: string, ...others: readonly ReadSheet[]) {
  const read = formOfXlsForm([sheetOf('survey', survey), colours, ...others])
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  const { definition } = read.value.form
  const losses = read.value.losses.losses.map(({ row, column, code, params }) => [row, column, code, ...Object.values(params ?? {})])
  const question = (id: string): Question =>
    must(
      definition.questions.find((each) => each.id === id),
      `no question ${id}`,
    )
  return { ...read.value, definition, losses, question }
}

describe('[XF2] names as other programs write them', () => {
  test('[XF2] headings lose case, blanks, prefixes and typographic quotes, and say their language', () => {
    const read = (heading: string): string => {
      const { column, language } = headingOf(heading)
      return `${column}/${language}`
    }
    expect(['label::English (en)', 'label:english', ' Label :: Español ', 'HINT', 'guidance_hint::English (en)'].map(read)).toEqual([
      'label/English (en)',
      'label/english',
      'label/Español',
      'hint/',
      'guidancehint/English (en)',
    ])
    expect(
      ['bind:jr:constraintMsg', 'bind::relevant', 'relevance', 'list name', 'Repeat Count', 'jr:count', 'media::image::English (en)'].map(
        read,
      ),
    ).toEqual(['constraintmessage/', 'relevant/', 'relevant/', 'listname/', 'repeatcount/', 'repeatcount/', 'media:image:englishen/'])
    const tags = ['es-CL', 'en-US', 'es_419', 'EN-gb', 'English (US)', 'Español (Chile)', 'Spanish - Chile', 'Inglés (EE. UU.)']
    expect(tags.map(languageOf)).toEqual(['es', 'en', 'es', 'en', 'en', 'es', 'es', 'en'])
    expect(['Esperanto', 'English (fr)', 'pt-BR', ''].map(languageOf)).toEqual([undefined, undefined, undefined, undefined])
    expect(['English (en)', 'english', 'Español (es)', 'Spanish', 'es-CL (es-CL)', 'French (fr)', 'Français'].map(languageOf)).toEqual([
      'en',
      'en',
      'es',
      'es',
      'es',
      undefined,
      undefined,
    ])
  })

  test('[XF2] types are the same with blanks or underscores, in their old names, and with another to specify', () => {
    expect(['begin group', 'begin_group', 'BEGIN  Group', 'begin lgroup'].map((type) => typeOf(type).is)).toEqual([
      'begin group',
      'begin group',
      'begin group',
      'begin repeat',
    ])
    expect(typeOf('select_one my_List')).toEqual({ is: 'one', list: 'my_List', other: false })
    expect(typeOf('select one from my_List or specify other')).toEqual({ is: 'one', list: 'my_List', other: true })
    expect(typeOf('select_multiple x or_other')).toEqual({ is: 'many', list: 'x', other: true })
    expect(typeOf('select all that apply from x')).toEqual({ is: 'many', list: 'x', other: false })
    for (const type of ['calculate', 'geopoint', 'note', 'select_one_from_file a.csv', 'rank x', '__proto__', 'constructor'])
      expect(typeOf(type), type).toEqual({ is: 'unknown' })
  })
})

describe('[XF3] what is carried', () => {
  const small = `
    type | name | label::Español (es) | label::English (en) | hint | required | relevant | constraint | appearance | repeat_count
    begin group | people | Personas | People | | | | | |
    text | who | ¿Quién? | Who? | Su nombre | yes | | string-length(.) <= 40 | |
    text | why | ¿Por qué? | | | true() | | | multiline |
    select_one yn | has | ¿Tiene? | Has it? | | yes | | | |
    integer | age | Edad | Age | | | \${has} = ‘yes’ | . > 17 and . <= 120 | |
    select_multiple colour | colours | Colores | | | | | count-selected(.) <= 2 | |
    text | colours_other | Especifique | | | | selected(\${colours}, 'b') | | |
    date | day | Día | | | | selected(\${colours},"r") | . >= date('2024-06-01') and . < '2025-06-01' | |
    begin repeat | kids | Hijos | | | | | | | 4
    text | kid | Nombre | | | | | | |
    decimal | height | Altura | | | | | . >= 0.5 | |
    end repeat | | | | | | | | |
    end group | | | | | | | | |`

  test('[XF3] kinds, texts in both languages, what is required, bounds, conditions, blocks and texts beside options', () => {
    const { definition, question, losses } = readOf(small)
    expect(definition.dimensions.map(({ name, parentId }) => [name, parentId])).toEqual([
      ['Personas', null],
      ['Personas', 'people'],
    ])
    expect(question('who')).toMatchObject({
      kind: 'SimpleText',
      text: '¿Quién?',
      en: { text: 'Who?' },
      hint: 'Su nombre',
      required: true,
      max: 40,
    })
    expect(question('why')).toMatchObject({ kind: 'Text', min: 0, required: true })
    expect(question('has')).toMatchObject({ kind: 'Boolean', dependent: ['age'] })
    expect(question('age')).toMatchObject({ kind: 'Number', parentId: 'has', visibleIf: true, min: 18, max: 120, required: false })
    expect(question('colours')).toMatchObject({
      kind: 'Multiple',
      max: 2,
      options: [{ value: 'Rojo' }, { value: 'Verde' }, { value: 'Azul', allowExtra: true }],
      dependent: ['day'],
    })
    expect(question('day')).toMatchObject({ kind: 'Date', visibleIf: 'Rojo', min: '2024-06-01', max: '2025-06-01' })
    expect(question('kids')).toMatchObject({ kind: 'Block', max: 4, block: ['kid', 'height'] })
    expect(question('height')).toMatchObject({ kind: 'Number', blockId: 'kids', min: 0.5, max: 0 })
    expect(losses).toEqual([[6, 'type', 'xlsform_integer']])
  })

  test('[XF3] groups are dimensions and sub-dimensions; what stands outside has a dimension of the form’s name', () => {
    const { definition } = readOf(
      `type | name | label
       text | loose | Suelta
       begin group | a | A
       begin group | b | B
       text | inside | Dentro
       end group | |
       text | beside | Al lado
       end group | |`,
      sheetOf('settings', 'form_title\nMi formulario'),
    )
    expect(definition.name).toBe('Mi formulario')
    const byId = new Map(definition.dimensions.map((each) => [each.id, each]))
    const shape = definition.dimensions
      .filter(({ parentId }) => parentId === null)
      .map((top) => [top.name, ...top.subDimensionIds.map((id) => [byId.get(id)?.name, ...(byId.get(id)?.questionIds ?? [])])])
    expect(shape).toEqual([
      ['Mi formulario', ['Mi formulario', 'loose']],
      ['A', ['A', 'beside'], ['B', 'inside']],
    ])
  })

  test('[XF3] a group’s condition is that of each question in it, unless they hang on each other there', () => {
    const { question, losses } = readOf(`
      type | name | label | relevant
      begin group | a | A |
      select_one yn | open | Abre |
      begin group | b | B |
      select_one yn | first | Uno |
      select_one yn | other | Otra |
      begin group | c | C | \${first} = 'yes'
      select_one yn | second | Dos |
      text | third | Tres | \${second} = 'no'
      text | fourth | Cuatro | \${open} = 'yes'
      text | fifth | Cinco | \${other} = 'yes'
      end group | | |
      end group | | |
      end group | | |`)
    expect(question('second')).toMatchObject({ parentId: 'first', visibleIf: true })
    expect(question('third')).toMatchObject({ parentId: 'second', visibleIf: false })
    expect(question('fourth')).toMatchObject({ parentId: null, visibleIf: null })
    // One condition holds, of the two that there are: the question's own. The other is told.
    expect(question('fifth')).toMatchObject({ parentId: 'other', visibleIf: true })
    expect(losses).toEqual([
      [7, 'type', 'xlsform_group_deep'],
      [10, 'relevant', 'xlsform_condition', "${open} = 'yes'"],
      [11, 'relevant', 'xlsform_condition_around', "${first} = 'yes'"],
    ])
  })

  test('[XF3] a form in other languages alone is read in its first', () => {
    const { question, losses } = readOf('type | name | label::French (fr) | label::German (de)\ntext | a | Bonjour | Hallo')
    expect(question('a').text).toBe('Bonjour')
    expect(losses).toEqual([[1, null, 'xlsform_language', 'German (de)']])
  })
})

describe('[XF4] what is not carried is told row by row', () => {
  test('[XF4] types, conditions, constraints and columns that nothing here is like', () => {
    const { losses, definition } = readOf(`
      type | name | label | relevant | constraint | calculation | choice_filter | required
      text | a | A | | | | |
      note | hello | Hola | | | | |
      calculate | sum | | | | 1 + 1 | |
      geopoint | place | Lugar | | | | |
      text | b | B | \${a} = 'x' | | | |
      text | c | C | \${a} != '' and true() | regex(., '[0-9]+') | | |
      select_one nothing | d | D | | | | |
      select_one colour | e | E | | | | name = \${a} |
      decimal | f | F | | . >= 1 and . <= \${a} | | | \${a} = 'x'
      text | g | G | | string-length(.) >= 3 | | |
       | | Un comentario | | | | |`)
    expect(definition.questions.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'e', 'f', 'g'])
    expect(losses).toEqual([
      [3, 'type', 'xlsform_type', 'note'],
      [4, 'type', 'xlsform_type', 'calculate'],
      [5, 'type', 'xlsform_type', 'geopoint'],
      [6, 'relevant', 'xlsform_condition', "${a} = 'x'"],
      [7, 'constraint', 'xlsform_constraint', "regex(., '[0-9]+')"],
      [7, 'relevant', 'xlsform_condition', "${a} != '' and true()"],
      [8, 'type', 'xlsform_list', 'nothing'],
      [9, 'choicefilter', 'xlsform_column'],
      [10, 'required', 'xlsform_required'],
      [10, 'constraint', 'xlsform_constraint', '. >= 1 and . <= ${a}'],
      [10, 'constraint', 'xlsform_from_zero'],
      [11, 'constraint', 'xlsform_constraint', 'string-length(.) >= 3'],
      [12, null, 'xlsform_untyped'],
    ])
  })

  test('[XF4] groups and repetitions that are not closed, closed twice, empty, or in each other; names missing or twice', () => {
    const { losses, definition } = readOf(`
      type | name | label
      end group | |
      begin repeat | r | R
      decimal | n | N
      begin repeat | s | S
      text | lost | Perdida
      end repeat | |
      end repeat | |
      begin repeat | t | T
      end repeat | |
      text | n | Otra
      text | | Sin nombre
      text | unsaid |
      begin group | open | Abierto`)
    expect(losses).toEqual([
      [2, 'type', 'xlsform_unopened'],
      [3, null, 'xlsform_row_name'],
      [4, 'constraint', 'xlsform_from_zero'],
      [5, 'type', 'xlsform_repeat_inside'],
      [9, 'type', 'xlsform_repeat_empty'],
      [11, 'name', 'xlsform_name_again', 'n'],
      [12, 'name', 'xlsform_name_missing'],
      [13, 'label', 'xlsform_label_missing'],
      [14, null, 'xlsform_unclosed'],
    ])
    expect(definition.questions.map(({ id, text }) => `${id}: ${text}`)).toEqual([
      'r: R',
      'n: N',
      'r-nombre: Nombre',
      'n_2: Otra',
      'fila_12: Sin nombre',
      'unsaid: unsaid',
    ])
  })

  test('[XF4] choices without a list, twice, or that read alike; sheets that are none of an XLSForm', () => {
    const read = formOfXlsForm([
      sheetOf('Survey ', 'type | name | label\nselect_one x | a | A'),
      sheetOf('choices', 'list name | name | label | image\nx | 1 | Uno | a.png\nx | 1 | Dos\nx | 2 | Uno\n | 3 | Tres'),
      sheetOf('external_choices', 'a'),
    ])
    if (!read.ok) throw new Error(read.failure.code)
    expect(read.value.form.definition.questions[0]?.options).toEqual([{ value: 'Uno' }, { value: 'Uno (2)' }])
    expect(read.value.losses.losses.map(({ sheet, row, code }) => [sheet, row, code])).toEqual([
      ['choices', 2, 'xlsform_column'],
      ['choices', 3, 'xlsform_choice_again'],
      ['choices', 4, 'xlsform_choice_label_again'],
      ['choices', 5, 'xlsform_choice_unnamed'],
      ['external_choices', 0, 'xlsform_sheet'],
    ])
  })

  test('[TI3] texts are what their cells show; a day among them is told, and a name that is a number stays one', () => {
    const choices: readonly (readonly ReadCell[])[] = [
      ['list_name', 'name', 'label'],
      ['p', 1, cellShown(0.25, '0%', false)],
      ['p', 2.5, cellShown(1, '0%', false)],
      ['p', 3, cellShown(46_143, 'd-mmm', false)],
      ['p', 4, 2.5],
    ]
    const read = formOfXlsForm([
      sheetOf('survey', 'type | name | label\nselect_one p | a | A'),
      { name: 'choices', merged: [], rows: choices.map((cells, at) => ({ row: at + 1, cells })) },
    ])
    if (!read.ok) throw new Error(read.failure.code)
    expect(read.value.form.definition.questions[0]?.options.map(({ value }) => value)).toEqual(['25%', '100%', '1-may', '2,5'])
    expect(read.value.losses.losses).toEqual([
      { sheet: 'choices', row: 4, column: 'label', code: 'xlsform_day', params: { shown: '1-may', day: '2026-05-01' } },
    ])
  })

  test('[TI10] texts whose letters are lost, or were read twice, are told', () => {
    const { losses } = readOf('type | name | label\ntext | a | Direcci\ufffdn\ntext | b | NiÃ±ez')
    expect(losses).toEqual([
      [2, 'label', 'xlsform_letters_lost', 'Direcci\ufffdn'],
      [3, 'label', 'xlsform_letters_twice', 'NiÃ±ez', 'Niñez'],
    ])
  })

  test('[TI11] choices that a person reads as one are told apart, and the loss is told', () => {
    const read = formOfXlsForm([
      sheetOf('survey', 'type | name | label\nselect_one x | a | A'),
      sheetOf('choices', 'list_name | name | label\nx | 1 | \u00danica\nx | 2 | U\u0301nica\nx | 3 | \u00fanica\u00a0\u200b'),
    ])
    if (!read.ok) throw new Error(read.failure.code)
    expect(read.value.form.definition.questions[0]?.options.map(({ value }) => value.normalize('NFC').trim())).toEqual([
      'Única',
      'Única (2)',
      'única\u00a0\u200b (3)',
    ])
    expect(read.value.losses.losses.map(({ row, code }) => [row, code])).toEqual([
      [3, 'xlsform_choice_label_again'],
      [4, 'xlsform_choice_label_again'],
    ])
  })

  test('[XF4] a condition on a question that stands elsewhere or later is told, and the question stands open', () => {
    const { losses, question } = readOf(`
      type | name | label | relevant
      begin group | a | A |
      text | early | Antes | \${late} = 'yes'
      select_one yn | late | Después |
      end group | | |
      begin group | b | B |
      text | far | Lejos | \${late} = 'yes'
      text | none | Nada | \${late} = 'perhaps'
      end group | | |`)
    expect(losses.map(([row, , code]) => [row, code])).toEqual([
      [3, 'xlsform_condition'],
      [7, 'xlsform_condition'],
      [8, 'xlsform_condition'],
    ])
    expect(question('far').parentId).toBeNull()
  })

  test('[XF4] what is cut of a text, and what of it other programs show otherwise, is told wherever texts stand', () => {
    const read = formOfXlsForm([
      sheetOf(
        'survey',
        `type | name | label | hint | guidance_hint | appearance | relevant
         begin group | a | ${'g'.repeat(300)} | Ayuda | | field-list |
         text | unidad | Unidad | | | numbers |
         text | b | ¿Quién dirige \${unidad} y \${ sede }? | <b>Ojo</b> | Vea [la guía](https://ejemplo.cl) | |
         text | c | **Muy** importante | _Un_ dato | | multiline |
         text | d | Complete: ____ y ____; 5*3*2 (nombre_de_archivo_final) < 10 > 3 | #1 de 3 | | |
         select_one list | e | Elija | | | |
         text | e_other | ¿Por qué motivo? | | | | \${e} = '3'
         select_one sure | f | ¿Seguro? | | | |
         end group | | | | | |
         begin group | g | | | | |
         text | h | H | | | |
         end group | | | | | |`,
      ),
      sheetOf(
        'choices',
        `list_name | name | label | label::English (en)
         list | 1 | ${'x'.repeat(600)} | ${'y'.repeat(501)}
         list | 2 | *Otra* de \${unidad} |
         list | 3 | |
         sure | yes | Sí, siempre |
         sure | no | No |`,
      ),
      sheetOf('settings', `form_title | instance_name\n${'t'.repeat(250)} | concat(1)`),
    ])
    if (!read.ok) throw new Error(read.failure.code)
    const [, other, third] = read.value.form.definition.questions.find(({ id }) => id === 'e')?.options ?? []
    expect([other?.value, third?.value]).toEqual(['*Otra* de ${unidad}', '3'])
    expect(
      read.value.losses.losses.map(({ sheet, row, column, code, params }) => [sheet, row, column, code, ...Object.values(params ?? {})]),
    ).toEqual([
      ['survey', 2, 'label', 'xlsform_text_long', 200],
      ['survey', 2, 'hint', 'xlsform_column'],
      ['survey', 3, 'appearance', 'xlsform_column'],
      ['survey', 4, 'label', 'xlsform_reference', '${unidad}, ${ sede }'],
      ['survey', 4, 'hint', 'xlsform_styled'],
      ['survey', 4, 'guidance_hint', 'xlsform_styled'],
      ['survey', 5, 'label', 'xlsform_styled'],
      ['survey', 5, 'hint', 'xlsform_styled'],
      ['survey', 8, 'label', 'xlsform_beside'],
      ['survey', 9, 'type', 'xlsform_yes_no'],
      ['survey', 11, 'label', 'xlsform_name_shown'],
      ['choices', 2, 'label', 'xlsform_text_long', 500],
      ['choices', 2, 'label', 'xlsform_text_long', 500],
      ['choices', 3, 'label', 'xlsform_reference', '${unidad}'],
      ['choices', 3, 'label', 'xlsform_styled'],
      ['choices', 4, 'label', 'xlsform_name_shown'],
      ['settings', 2, 'instancename', 'xlsform_column'],
      ['settings', 2, 'formtitle', 'xlsform_text_long', 200],
    ])
  })

  test('[XF4] of two columns of one text one is read, and the other is told', () => {
    const { question, losses } = readOf('type | name | label | label::Español (es) | label::es-CL\ntext | a | Uno | Dos | Tres')
    expect(question('a').text).toBe('Dos')
    expect(losses).toEqual([
      [1, null, 'xlsform_language', 'es-CL'],
      [1, 'label', 'xlsform_column_again'],
    ])
  })

  test('[XF5] texts that are made to be long are looked into once', () => {
    const texts = ['<a'.repeat(16_000), '**a'.repeat(10_000), ' _a'.repeat(10_000), ']('.repeat(16_000), '${a'.repeat(10_000)]
    const { losses } = readOf(`type | name | label\n${texts.map((text, at) => `text | q${at} | ${text}`).join('\n')}`)
    expect(losses.filter(([, , code]) => code === 'xlsform_text_long')).toHaveLength(texts.length)
  })

  test('[XF4] what our own sheet says and no question can say is told and left out', () => {
    const { question, losses } = readOf(
      "type | name | label | relevant\nselect_one colour | a | A |\ntext | b | B | ${a} = 'r'",
      sheetOf(
        'iip',
        'name | kind | points | administrative | allow_none | max\na | Single | r=1; z=2; g | yes | yes |\nb | SimpleText | value=x | | | muchos',
      ),
    )
    expect(question('a')).toMatchObject({ points: [{ key: 'Rojo', value: 1 }], administrative: false, allowNoneOption: false })
    expect(losses).toEqual([
      [2, null, 'xlsform_mended', 'administrative'],
      [2, 'points', 'xlsform_iip_value', 'z=2'],
      [2, 'points', 'xlsform_iip_value', 'g'],
      [3, 'points', 'xlsform_iip_value', 'value=x'],
      [3, 'max', 'xlsform_iip_value', 'muchos'],
    ])
  })

  test('[XF4] names that mean something here are names like any other there', () => {
    const { definition } = readOf(`type | name | label
      begin group | form | Formulario
      begin group | survey | Encuesta
      text | constructor | Quién construye
      text | prototype | Prototipo
      text | __proto__ | Otro
      integer | toString | Cuántos
      end group
      end group
      begin group | constructor2 | Otra
      text | form2 | Algo
      end group`)
    expect(definition.questions.map(({ text }) => text)).toEqual(['Quién construye', 'Prototipo', 'Otro', 'Cuántos', 'Algo'])
    expect(parseDefinition(definition).ok).toBe(true)
  })

  test('[XF4] a file that is no form, or has nothing that can be asked, is refused', () => {
    expect(formOfXlsForm([sheetOf('Datos', 'a | b')])).toEqual({ ok: false, failure: { code: 'xlsform_no_survey' } })
    expect(formOfXlsForm([sheetOf('survey', 'type | name\nnote | a')])).toEqual({ ok: false, failure: { code: 'xlsform_no_questions' } })
  })
})

/** Cells of whatever stands in forms, in every place. */
const anyCell = fc.constantFrom<ReadCell>(
  ...[
    '',
    'type',
    'name',
    'label',
    'relevant',
    'constraint',
    'list_name',
    'text',
    'decimal',
    'date',
    'select_one yn',
    'select_multiple colour',
    'select_one yn or_other',
  ],
  ...[
    'begin group',
    'end group',
    'begin repeat',
    'end repeat',
    'a',
    'b',
    'a_other',
    'survey',
    'yes',
    'no',
    "${a} = 'yes'",
    "selected(${b}, 'r')",
    '. >= 3 and . <= 1',
    '__proto__',
  ],
  ...[
    'o1=1; value=200',
    'dimension',
    'Block',
    'Boolean',
    'id',
    'kind',
    'points',
    'administrative',
    'min',
    'max',
    '9',
    'form',
    '\ud800',
    ' ',
    '${',
  ],
  7,
)
const anySheet = (name: string, heading: readonly string[]): fc.Arbitrary<ReadSheet> =>
  fc
    .array(fc.array(anyCell, { maxLength: heading.length + 1 }), { maxLength: 14 })
    .map((rows) => ({ name, merged: [], rows: [heading, ...rows].map((cells, at) => ({ row: at + 1, cells })) }))

describe('[XF5] files that somebody changed or made up', () => {
  test('[XF5] whatever stands wherever in a file, a questionnaire comes out that keeps every rule, or a refusal', () => {
    const any = fc.tuple(
      anySheet('survey', ['type', 'name', 'label', 'relevant', 'constraint', 'appearance', 'repeat_count']),
      anySheet('choices', ['list_name', 'name', 'label']),
      anySheet('iip', ['name', 'id', 'kind', 'points', 'administrative', 'min', 'max', 'filling_hint']),
    )
    assertProperty(
      fc.property(any, (sheets) => {
        const read = formOfXlsForm([...sheets, colours].slice(0, 4))
        if (read.ok) expect(parseDefinition(read.value.form.definition)).toEqual({ ok: true, value: read.value.form.definition })
        else expect(isErrorCode(read.failure.code)).toBe(true)
      }),
      { runs: 300 },
    )
  })

  test('[XF5] what every program reads is believed before our own sheet', () => {
    const { question } = readOf(
      `type | name | label | constraint | guidance_hint | appearance
       decimal | n | N | . >= 3 and . <= 8 | Otra ayuda & más | `,
      sheetOf('iip', 'name | id | kind | min | max | filling_hint\nn | n-1 | Number | 1 | 5 | <p>Una ayuda</p>'),
    )
    expect(question('n-1')).toMatchObject({ min: 3, max: 8, fillingHint: '<p>Otra ayuda &amp; más</p>' })
  })

  test('[XF5] expressions that are made to be long are left alone at once', () => {
    const long = `${'('.repeat(30_000)}\${a} = 'yes'${')'.repeat(30_000)}`
    const { losses } = readOf(
      `type | name | label | relevant | constraint\nselect_one yn | a | A | |\ndecimal | b | B | ${long} | ${'. >= 1 and '.repeat(3000)}`,
    )
    expect(losses.map(([, , code]) => code)).toEqual(['xlsform_constraint', 'xlsform_from_zero', 'xlsform_condition'])
  })

  test('[XF5] questions hang at most as deep as a questionnaire holds', () => {
    const rows = Array.from({ length: 12 }, (_, at) => `select_one yn | q${at} | Q | ${at === 0 ? '' : `\${q${at - 1}} = 'yes'`}`)
    const { losses, definition } = readOf(`type | name | label | relevant\n${rows.join('\n')}`)
    expect(definition.questions).toHaveLength(12)
    expect(losses.map(([, , code]) => code)).toEqual(['xlsform_condition'])
  })
})
