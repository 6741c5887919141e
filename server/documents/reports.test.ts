import type { ResultView } from '#shared/results/routes.ts'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { legible } from './legible.ts'
import { ReportMaker, reportPdf } from './report-pdf.ts'
import { makeReport, type ReportOptions } from './report.ts'
import { richBlocks } from './rich-blocks.ts'
import { PdfFile, Ref } from '../testing/documents/pdf-file.ts'
import { readPdf } from '../testing/documents/read-text.ts'
import { elementsOf, faultsOf, treeIn } from '../testing/documents/tagging.ts'
import { aQuestion, aView } from '../testing/documents/views.ts'

const made = async (view: ResultView, language: 'es' | 'en' = 'es', options: ReportOptions = {}) => {
  const bytes = await makeReport(view, language, options)
  return { bytes, ...(await readPdf(bytes)) }
}

let usualReport: ReturnType<typeof made> | undefined
/** The report that most tests look at, which says nothing that they have to ask for: made once. */
const usual = (): ReturnType<typeof made> => (usualReport ??= made(aView()))

/** What stands in a text in this order, each after the one before. */
const inOrder = (text: string, parts: readonly string[]): readonly string[] => {
  let at = 0
  return parts.filter((part) => {
    const found = text.indexOf(part, at)
    if (found < 0) return true
    at = found + part.length
    return false
  })
}

describe('what a report says', () => {
  test('[RS19] its parts stand in their order, and every word can be found as it is written', async () => {
    const { text } = await usual()
    const parts = [
      'Índice de Innovación Pública',
      'Informe final de resultados',
      'Índice 2024',
      'Servicio de Innovación del Norte y Ñuñoa',
      'Puntaje obtenido',
      '56,250 de 100,0008 puntos',
      'Madurez: Madura',
      'Servicios públicos',
      'Ciudadana con Foco Social',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'Contenido',
      'Introducción',
      'Innovar es crear valor público con la ciudadanía.',
      'Resultados',
      'Resumen por dimensión',
      'Resumen por subdimensión',
      '1. Recursos institucionales',
      '1.1. Estrategia y planificación',
      '8.4. Mecanismos de seguimiento',
      'Conclusión',
      'Se agradece la participación',
      'Anexo: preguntas',
      '¿Cuenta la institución con',
      'Anexo: cómo se calculó',
      'Se corrigió la decisión de una respuesta apelada.',
      'indice-2024-v7',
      'R-2024-000123',
      '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    ]
    expect(inOrder(text, parts)).toEqual([])
  })

  test('[RS19] each dimension has its points, maximum, level, mean and former points, three decimals', async () => {
    const { text } = await usual()
    expect(
      inOrder(text, [
        '1. Recursos institucionales 9,375 12,500 75,0 % BUENO 8,438 7,500',
        'Total 56,250 100,001 56,2 % Madura 48,123 41,500',
      ]),
    ).toEqual([])
    expect(text).toContain(
      'Puntaje: 9,375 de 12,5001 (75,0 %). Nivel: BUENO. Promedio de la categoría: 8,438. Resultado en Índice 2023: 7,500 de 12,5001.',
    )
    expect(text).toContain('Se presenta como referencia: no otorga puntaje.')
  })

  test('[RS19] a mean that is hidden is not there, and the report says why', async () => {
    const view = aView({ categoryMean: null, categoryCount: 2 })
    const hidden = { ...view, dimensions: view.dimensions.map((each) => ({ ...each, categoryMean: null })) }
    const { text } = await made(hidden)
    expect(text).toContain('No se compara con su categoría, Servicios públicos: hay menos de tres instituciones con resultados publicados.')
    expect(text).toContain('Promedio de la categoría: No se muestra: menos de tres instituciones')
    expect(text).not.toContain('promedio 8,')
    expect(text).not.toContain('8,438')
  })

  test('[RS19] an answer, its decision, what was said of it and its evidence stand beside the points, and why there are none', async () => {
    const { text } = await usual()
    expect(inOrder(text, ['Rechazada', 'No suma', 'Sin respuesta', 'Otra fila obtiene más, y es la que suma'])).toEqual([])
    expect(text).toContain('Comentario: La evidencia corresponde a otro período.')
    expect(text).toContain('Evidencia: resolución_exenta_2024.pdf')
  })

  test('[RS19] an English report says everything in English, with English numbers and days', async () => {
    const { text } = await made(aView({ kind: 'preliminary' }), 'en')
    expect(
      inOrder(text, [
        'Public Innovation Index',
        'Preliminary results report',
        '56.250 of 100.0008 points',
        'Maturity: Mature',
        '20 March 2025',
      ]),
    ).toEqual([])
    expect(
      inOrder(text, [
        'Contents',
        'Introduction',
        'Summary by dimension',
        'GOOD',
        'Annex: questions',
        'Accepted',
        'Annex: how it was worked out',
      ]),
    ).toEqual([])
    for (const word of ['Puntaje', 'Nivel', 'Anexo', 'Aceptada', 'Página']) expect(text).not.toContain(word)
  })

  test('[RS19] what is not published, and what has unpublished texts, is a draft on each page; what is published is none', async () => {
    const published = await usual()
    expect(published.text).not.toMatch(/borrador/i)
    for (const [view, options] of [
      [aView({ state: 'live', number: 0, version: 0, digest: '', publishedAt: null, undecided: 4 }), {}],
      [aView({ state: 'calculated', publishedAt: null }), {}],
      [aView(), { draft: true }],
    ] as const) {
      const { pages, text, bytes } = await made(view, 'es', options)
      expect(pages.filter((page) => !page.includes('BORRADOR'))).toEqual([])
      expect(text).toContain('Este documento es un borrador')
      expect(faultsOf(bytes)).toEqual([])
    }
  })

  test('[RS19] every page but the cover says which it is of how many, the form, the institution and the version', async () => {
    const { pages } = await usual()
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.slice(1).filter((page, at) => !page.includes(`Página ${at + 2} de ${pages.length}`))).toEqual([])
    expect(
      pages
        .slice(1)
        .filter((page) => !(page.includes('Índice 2024 · Servicio de Innovación del Norte y Ñuñoa') && page.includes('Versión 2'))),
    ).toEqual([])
  })

  test('[RS19] names that are too long for a foot are shortened, and none of them is left out', async () => {
    const view = aView({ questions: 8 })
    const long = {
      ...view,
      form: { ...view.form, name: `Formulario ${'muy largo '.repeat(12)}` },
      institution: { ...view.institution, name: `Institución ${'muy larga '.repeat(12)}` },
    }
    const { pages } = await made(long)
    expect(pages.slice(1).filter((page) => !/Formulario [^·]*… · Institución .*?… Versión 2 Página/.test(page))).toEqual([])
  })

  test('[RS19] no heading stands at the end of a page without what it is of', async () => {
    for (const questions of [8, 24, 40]) {
      const { placed } = await made(aView({ questions }))
      // A heading's lines are higher than what follows: the lowest thing on a page above its foot is never one.
      const last = new Map<number, (typeof placed)[number]>()
      for (const each of placed) if (each.y > 60 && each.y < (last.get(each.page)?.y ?? 1000)) last.set(each.page, each)
      const headings = /^(?:\d+(?:\.\d+)?\. |Resumen por|Puntaje por|Parte del máximo|Preguntas de)/
      expect(
        [...last.values()]
          .filter(({ text, x, page }) => page > 3 && x < 63 && headings.test(text))
          .map(({ text, page }) => `${page}: ${text}`),
      ).toEqual([])
    }
  })

  test('[RS19] the contents name each heading with its page, and so do the bookmarks', async () => {
    const { pages, bytes } = await usual()
    const contents = `${pages[1]} ${pages[2]}`
    for (const heading of ['Introducción', '3. Colaboración y apertura', '8.4. Mecanismos de seguimiento', 'Anexo: cómo se calculó']) {
      const page = Number(new RegExp(`${heading.replace(/[.]/g, '\\.')} (\\d+)`).exec(contents)?.[1])
      expect(pages[page - 1], heading).toContain(heading)
    }
    const file = new PdfFile(bytes)
    const first = file.dict(file.dict(file.root.get('Outlines')).get('First'))
    expect(first.get('Title')).toBe('Introducción')
  })
})

describe('what comes in', () => {
  test('[PD3] a text of ten pages loses no word, and no line leaves the page', async () => {
    const words = Array.from({ length: 6000 }, (_, n) => `palabra${n}`)
    const introduction = Array.from({ length: 60 }, (_, n) => `<p>${words.slice(n * 100, n * 100 + 100).join(' ')}</p>`).join('')
    const { text, placed, bytes, pages } = await made(aView({ introduction }))
    expect(
      inOrder(text.replace(/Índice de Innovación Pública Informe final de resultados|Índice 2024 ·.*?Página \d+ de \d+/g, ''), words),
    ).toEqual([])
    expect(pages.filter((page) => page.includes('palabra')).length).toBeGreaterThanOrEqual(10)
    expect(placed.filter(({ x, width, y }) => x < 60 || x + width > 535 || y < 30 || y > 800)).toEqual([])
    expect(faultsOf(bytes)).toEqual([])
  })

  test('[PD3] a word of five thousand letters is cut to the width of where it stands, and has all its letters', async () => {
    const word = Array.from({ length: 5000 }, (_, n) => 'abcdefghij'[n % 10]).join('')
    const view = aView({ questions: 8, introduction: `<p>antes ${word} después</p>` })
    const [first, ...rest] = view.questions
    const long = {
      ...view,
      questions: [...(first ? [{ ...first, text: word, units: first.units.map((unit) => ({ ...unit, answer: word })) }] : []), ...rest],
    }
    const { text, placed, bytes } = await made(long)
    const letters = text.replace(/\s/g, '')
    expect(letters).toContain(word.slice(0, 4000))
    expect(placed.filter(({ x, width }) => x + width > 535)).toEqual([])
    expect(faultsOf(bytes)).toEqual([])
  })

  test('[PD3] a table goes on over pages under its heads, which the tree has once; a row higher than a page goes on too', async () => {
    const question = aQuestion(1, 'd0s0', 1)
    const long = {
      ...question,
      units: question.units.map((unit) => ({ ...unit, answer: Array.from({ length: 900 }, (_, n) => `dato${n}`).join(' ') })),
    }
    const view = { ...aView(), questions: [long, ...Array.from({ length: 60 }, (_, n) => aQuestion(n + 2, 'd0s0', 1))] }
    const { pages, bytes, text } = await made(view)
    const annex = pages.filter((page) => page.includes('N.º Pregunta Respuesta Decisión Puntaje Máximo'))
    expect(annex.length).toBeGreaterThan(4)
    const tables = elementsOf(treeIn(bytes)).filter(({ type }) => type === 'Table')
    const heads = tables.map((table) => elementsOf([table]).filter(({ type, scope }) => type === 'TH' && scope === 'Column').length)
    expect(heads.filter((n) => n !== 0 && n !== 6 && n !== 7)).toEqual([])
    expect(
      inOrder(
        text,
        Array.from({ length: 900 }, (_, n) => `dato${n}`),
      ),
    ).toEqual([])
    const row = elementsOf(tables).find(({ type, pieces }) => type === 'TD' && new Set(pieces.map(({ page }) => page)).size > 1)
    expect(row).toBeDefined()
    expect(faultsOf(bytes)).toEqual([])
  })

  test('[RS21] points of a rule or maximum that changed are marked, and the reason stands beside them', async () => {
    const view = aView()
    const [first, ...others] = view.dimensions
    if (!first?.former) throw new Error('the first dimension has a former figure')
    const changed = { ...view, dimensions: [{ ...first, former: { ...first.former, broken: 'rule' as const } }, ...others] }
    const { text } = await made(changed)
    expect(text).toContain('1. Recursos institucionales 9,375 12,500 75,0 % BUENO 8,438 7,500 *')
    expect(text).toContain('* Los puntos no se comparan con los de ahora')
    expect(text).toContain('Resultado en Índice 2023: 7,500 de 12,5001. Los puntos no se comparan: cambió la regla de puntaje.')
    const former = { form: 'Índice 2023', points: 41.5, max: 100, declared: 'Las preguntas se renovaron.' }
    expect((await made(aView({ former }))).text).toContain('No se compara: Las preguntas se renovaron.')
  })

  test('[PD3] nothing written, no dimension and no question make a report that says so', async () => {
    const view = aView({
      introduction: '',
      conclusion: '<p> </p>',
      former: null,
      reason: null,
      receipt: null,
      categoryMean: null,
      points: 0,
      max: 0,
    })
    const { text, bytes } = await made({ ...view, dimensions: [], questions: [] })
    expect(text.split('Este informe no tiene texto en esta parte.').length - 1).toBe(2)
    expect(text).toContain('Los puntajes no se detallan por pregunta.')
    expect(text).toContain('Es el primer cálculo')
    expect(faultsOf(bytes)).toEqual([])
  })

  test('[PD3] a thousand questions are all there, and every page is marked', async () => {
    const { text, bytes, pages } = await made(aView({ questions: 1000 }))
    const numbers = [...text.matchAll(/(\d+) ¿Cuenta la institución/g)].map((match) => Number(match[1]))
    expect(new Set(numbers).size).toBe(1000)
    expect(pages.length).toBeGreaterThan(80)
    expect(faultsOf(bytes)).toEqual([])
  })

  test('[PD3] what the typeface lacks becomes one mark, which the report explains, and what is invisible goes', async () => {
    const view = aView({
      introduction:
        '<p>Buen trabajo 👩‍👩‍👧🎉 hoy\u0007 \u202eoculto\u202c, n\u0303andu\u0301, \u05e9\u05dc\u05d5\u05dd y 中文 fin\u00adal.</p>',
    })
    const { text, bytes } = await made(view)
    expect(text).toContain('Buen trabajo □ hoy oculto, ñandú, □ y □ final.')
    expect(text).toContain('El signo □ está en el lugar de caracteres que este documento no puede mostrar.')
    expect((await usual()).text).not.toContain('□')
    expect(faultsOf(bytes)).toEqual([])
    expect(legible('a\ud800b\u0000c', () => false)).toBe('a b c')
  })

  test('[PD4] hostile texts do nothing: no script, no address but https and mailto, no element that was not meant', async () => {
    const html = [
      '<script>alert(1)</script><style>p{}</style><iframe src="https://x.example"></iframe><svg><text>dibujo</text></svg>',
      '<p onclick="x()">Uno <a href="javascript:alert(1)">dos</a> <a href="http://x.example/">tres</a> <a href="data:text/html,x">cuatro</a> <a href="https://x.example/á?q=(1)\\)">cinco</a></p>',
      `${'<blockquote><ul><li>'.repeat(3000)}hondo`,
      '<img src=x onerror=alert(1)><p>&lt;b&gt; seis /JS (app.alert) &amp; <a href="mailto:a@x.example">siete</a></ul></p></blockquote></p>',
    ].join('')
    const view = aView({
      introduction: html,
      form: { id: 'f', name: 'Índice <b>&amp; "A" ) /JS (' },
      institution: { id: 'i', name: '</rdf:li><x>\u0000\n(Institución)\\', code: '=1+1', abbreviation: 'x' },
    })
    const { text, bytes } = await made(view)
    expect(inOrder(text, ['Uno dos tres cuatro cinco', 'hondo', '<b> seis /JS (app.alert) & siete'])).toEqual([])
    for (const gone of ['alert(1)', 'p{}', 'dibujo']) expect(text).not.toContain(gone)
    const file = new PdfFile(bytes)
    expect(file.ids.filter((id) => file.dict(new Ref(id)).has('JS'))).toEqual([])
    const links = file.pages.flatMap(({ dict }) => file.list(dict.get('Annots')).map((ref) => file.dict(file.dict(ref).get('A'))))
    const addresses = links.flatMap((action) => {
      const address = action.get('URI')
      return typeof address === 'string' ? [address] : []
    })
    expect(addresses.filter((address) => !/^(?:https:\/\/(?:x\.example|example\.org)\/|mailto:)[\x21-\x7e]*$/.test(address))).toEqual([])
    expect(addresses).toContain('https://x.example/%C3%A1?q=(1)\\)')
    const xmp = Buffer.from(file.stream(file.root.get('Metadata')), 'latin1').toString('utf8')
    expect(xmp).toContain('&#60;/rdf:li&#62;&#60;x&#62;')
    expect(xmp.match(/<(?!\/?(?:rdf|x|xmp|dc|pdf|pdfuaid):|\?xpacket)/g)).toBeNull()
    expect(faultsOf(bytes)).toEqual([])
  })

  test('[PD4] of rich text paragraphs, headings, lists, quotations and links are read, and of all else its text', () => {
    const run = (text: string, more = {}) => ({ text, bold: false, italic: false, underline: false, href: null, ...more })
    expect(richBlocks('<h3>Uno</h3><p>dos <strong>tres <em>y</em></strong><br>cuatro<br></p>suelto')).toEqual([
      { kind: 'heading', runs: [run('Uno')] },
      { kind: 'text', runs: [run('dos '), run('tres ', { bold: true }), run('y', { bold: true, italic: true }), run('\n'), run('cuatro')] },
      { kind: 'text', runs: [run('suelto')] },
    ])
    expect(richBlocks('<ol><li><p>a</p><ul><li>b</li></ul></li><li> </li></ol><table><tr><td>c</td></tr></table>')).toEqual([
      {
        kind: 'list',
        marks: ['1.'],
        items: [
          [
            { kind: 'text', runs: [run('a')] },
            { kind: 'list', marks: ['•'], items: [[{ kind: 'text', runs: [run('b')] }]] },
          ],
        ],
      },
      { kind: 'text', runs: [run('c')] },
    ])
    const marksOf = (html: string): readonly string[] => richBlocks(html).flatMap((block) => (block.kind === 'list' ? block.marks : []))
    const three = '<li>a</li><li>b</li><li>c</li>'
    expect(marksOf(`<ol start="9">${three}</ol>`)).toEqual(['9.', '10.', '11.'])
    expect(marksOf(`<ol type="a" start="26">${three}</ol>`)).toEqual(['z.', 'aa.', 'ab.'])
    expect(marksOf(`<ol type="I" start="3">${three}</ol>`)).toEqual(['III.', 'IV.', 'V.'])
    expect(marksOf(`<ol type="x" start="-2">${three}</ol>`)).toEqual(['1.', '2.', '3.'])
    expect(richBlocks('')).toEqual([])
  })
})

describe('for readers that speak', () => {
  test('[PD1] everything is in the tree or an artifact, with what PDF/UA asks of figures, tables, links and pages', async () => {
    for (const [view, language] of [
      [aView(), 'es'],
      [aView({ kind: 'preliminary', former: null }), 'en'],
    ] as const) {
      const { bytes } = await made(view, language)
      expect(faultsOf(bytes)).toEqual([])
      const file = new PdfFile(bytes)
      expect(file.root.get('Lang')).toBe(language)
      const types = new Set(elementsOf(treeIn(bytes)).map(({ type }) => type))
      for (const type of [
        'H1',
        'H2',
        'H3',
        'P',
        'L',
        'LI',
        'Lbl',
        'LBody',
        'BlockQuote',
        'Table',
        'Caption',
        'THead',
        'TR',
        'TH',
        'TD',
        'Figure',
        'Link',
        'TOC',
        'TOCI',
      ])
        expect(types, type).toContain(type)
    }
  })

  test('[PD1] a picture says the values that it shows, and a table with them follows', async () => {
    const { bytes } = await usual()
    const [document] = treeIn(bytes)
    const pictures = (document?.children ?? []).flatMap((each, at) =>
      each.type === 'Figure' ? [{ each, next: document?.children[at + 1] }] : [],
    )
    expect(pictures).toHaveLength(2)
    expect(pictures[0]?.each.alt).toContain('1. Recursos institucionales: 9,375 de 12,500, promedio 8,438; 2. Prácticas y procesos:')
    expect(pictures[1]?.each.alt).toContain('1.1. Estrategia y planificación: 50,0\u00a0%; ')
    expect(pictures.map(({ next }) => next?.type)).toEqual(['Table', 'Table'])
  })

  test('[PD1] another program reads the same tree', async () => {
    const { roles } = await usual()
    expect(roles[0]).toEqual(expect.arrayContaining(['P', 'H1', 'Table', 'TR', 'TH', 'TD']))
    expect(roles[1]).toEqual(expect.arrayContaining(['H1', 'TOC', 'TOCI', 'Link']))
    expect(roles.flat()).toEqual(expect.arrayContaining(['Figure', 'L', 'LI', 'LBody', 'H3']))
  })

  test('[PD1] the look at a document sees what is missing', async () => {
    const { bytes } = await usual()
    const text = Buffer.from(bytes).toString('latin1')
    // As long as before, so that every object stays where the file says.
    const without = (from: RegExp, to: string): readonly string[] => faultsOf(Buffer.from(text.replace(from, to), 'latin1'))
    expect(without(/\/Alt \(/, '/Alx (')).toEqual(['a Figure without Alt'])
    expect(without(/\/Scope \/Row/, '/Scopx /Row')).toEqual(['a TH without Scope'])
    expect(without(/\/Tabs \/S/, '/Tabx /S')).toEqual(['page 1: tabs do not follow the tree'])
    expect(without(/\/Lang \(/, '/Lanx (')).toEqual(['no language'])
    expect(without(/\/Outlines /, '/Outlinex ')).toEqual(['no bookmarks'])
    expect(without(/pdfuaid:part>1/, 'pdfuaid:part>9')).toEqual(['no mark of PDF/UA-1'])
    expect(without(/\/Contents \(/, '/Contentx (')).toEqual([expect.stringMatching(/an annotation says nothing$/)])
    expect(without(/\/StructParent (\d)/, '/StructParenx $1')).toEqual([expect.stringMatching(/an annotation does not name its element$/)])
    expect(without(/\/S \/TD/, '/S /TX')).toEqual([expect.stringMatching(/^page 1: mark \d+ is called TD and stands in TX$/)])
    expect(without(/\/S \/H3/, '/S /H6')).toEqual(expect.arrayContaining(['a heading skips a level']))
    expect(without(/\/S \/URI/, '/S /UXX')).toEqual([expect.stringMatching(/an annotation does something else than lead somewhere$/)])
    expect(without(/\/K \[0\]/, '/K [9]')).toEqual(expect.arrayContaining([expect.stringMatching(/mark 0 is in no element$/)]))
    expect(faultsOf(aBarePdf('/P <</MCID 0>> BDC 0 0 1 1 re f EMC 0 0 1 1 re f /Artifact BMC f'))).toEqual(
      expect.arrayContaining([
        'page 1: f paints what is not marked',
        'page 1: mark 0 is in no element',
        'page 1: a mark does not end',
        'no title',
      ]),
    )
  })
})

/** A document of one page with nothing in its tree. */
function aBarePdf(content: string): Uint8Array {
  const objects = [
    '<</Pages 2 0 R>>',
    '<</Kids [3 0 R]>>',
    '<</Contents 4 0 R>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}

describe('how it is made', () => {
  test('[PD2] the same result gives the same bytes, with the moment of the result and not of the making', async () => {
    const [one, two] = [await makeReport(aView(), 'es'), await makeReport(aView(), 'es')]
    expect(Buffer.compare(one, two)).toBe(0)
    const file = new PdfFile(one)
    expect(file.value(file.dict(file.trailer.get('Info')).get('CreationDate'))).toBe('D:20250320120000Z')
    expect(Buffer.compare(one, await makeReport(aView({ version: 3 }), 'es'))).not.toBe(0)
  })

  test('[PD5] it is made in a process of its own and is the same there', async () => {
    const apart = await reportPdf(aView(), 'es')
    expect(apart.ok && Buffer.compare(apart.value, await makeReport(aView(), 'es'))).toBe(0)
  })

  test('[PD5] one that takes too much memory or time, or breaks, fails as report_failed, and the next one is made', async () => {
    const told: string[] = []
    const onBroken = (why: string): void => void told.push(why)
    const failed = { ok: false, failure: { code: 'report_failed' } }
    const ms = 120_000
    expect(await new ReportMaker({ limits: { memoryBytes: 20 * 2 ** 20, ms } }).make(aView(), 'es', { onBroken })).toEqual(failed)
    expect(await new ReportMaker({ limits: { memoryBytes: 400 * 2 ** 20, ms: 1 } }).make(aView(), 'es', { onBroken })).toEqual(failed)
    const maker = new ReportMaker()
    // A view is the server's own: one that is none breaks the process.
    expect(await maker.make({ ...aView(), at: 'never', publishedAt: null }, 'es', { onBroken })).toEqual(failed)
    expect(told).toEqual([
      'it took more memory or time than it may',
      'it took more memory or time than it may',
      expect.stringMatching(/^it ended with 1\n\s+at /),
    ])
    expect(told.join()).not.toContain('Ñuñoa')
    expect((await maker.make(aView({ questions: 4 }), 'es')).ok).toBe(true)
  })

  test('[PD5] one is made at a time, eight wait, and who comes beyond is told to come again; who is patient waits', async () => {
    // Stands in for the process: a report as soon as it was told everything.
    const program = fileURLToPath(new URL('../testing/documents/quick-report.ts', import.meta.url))
    const maker = new ReportMaker({ program })
    const all = Array.from({ length: 11 }, () => maker.make(aView({ questions: 1 }), 'es'))
    const patient = maker.make(aView({ questions: 1 }), 'es', { isPatient: true })
    const ends = await Promise.all(all)
    expect(ends.map(({ ok }) => ok)).toEqual([...Array.from({ length: 9 }, () => true), false, false])
    expect(ends.at(-1)).toEqual({ ok: false, failure: { code: 'report_failed' } })
    expect((await patient).ok).toBe(true)
  })
})
