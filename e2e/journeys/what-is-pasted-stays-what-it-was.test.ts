import type { Page } from '@playwright/test'
import { peopleOf } from '#server/testing/personas.ts'
import { difficulty, talent } from '#server/testing/questions.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { Questionnaire } from '../screens/questionnaire.ts'

/** What was copied, what the answer holds of it, and what is said to be left out. */
interface Case {
  readonly name: string
  readonly html: string
  readonly kept: string
  readonly said?: string
}

const word = (body: string): string =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- .MsoNormal {margin:0} --></style></head><body><!--StartFragment-->${body}<!--EndFragment--></body></html>`
const wordItem = (mark: string, text: string, level = 1): string =>
  `<p class="MsoListParagraphCxSpMiddle" style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`

const cases: readonly Case[] = [
  {
    name: 'a list of Word, and an island of Office markup after it',
    html: word(
      `${wordItem('1.', 'Uno')}${wordItem('2.', 'Dos')}<p>En medio</p><!--[if gte mso 9]><xml><w:a/></xml><![endif]--><p>Al final</p>`,
    ),
    kept: '<ol><li><p>Uno</p></li><li><p>Dos</p></li></ol><p>En medio</p><p>Al final</p>',
  },
  {
    name: 'blocks for other programs of a letter',
    html: '<p>Antes</p><!--[if !mso]><!--><p>Para los demás</p><!--<![endif]--><!--[if mso]><p>Solo Outlook</p><![endif]--><p>Después</p>',
    kept: '<p>Antes</p><p>Para los demás</p><p>Después</p>',
  },
  {
    name: 'levels, letters, Roman figures and first numbers of a list of Word',
    html: word(
      wordItem('3.', 'Tres') +
        wordItem('a)', 'De tres', 2) +
        wordItem('b)', 'Otra de tres', 2) +
        wordItem('i.', 'Más adentro', 3) +
        wordItem('ii.', 'Y otra', 3) +
        wordItem('4.', 'Cuatro') +
        wordItem('·', 'Viñeta', 2),
    ),
    kept: '<ol start="3"><li><p>Tres</p><ol type="a"><li><p>De tres</p></li><li><p>Otra de tres</p><ol type="i"><li><p>Más adentro</p></li><li><p>Y otra</p></li></ol></li></ol></li><li><p>Cuatro</p><ul><li><p>Viñeta</p></li></ul></li></ol>',
  },
  {
    name: 'a list that goes on after a paragraph',
    html: '<ol><li>Uno</li></ol><p>Nota</p><ol start="2"><li>Dos</li></ol>',
    kept: '<ol><li><p>Uno</p></li></ol><p>Nota</p><ol start="2"><li><p>Dos</p></li></ol>',
  },
  {
    name: 'a numbered heading of Word',
    html: word(`<h2 style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.1<span>&nbsp;</span></span>Alcance</h2><p>Texto</p>`),
    kept: '<h3>1.1 Alcance</h3><p>Texto</p>',
  },
  {
    name: 'lists of Word on the web, one list for each item',
    html: '<div class="ListContainerWrapper"><ol start="1"><li data-aria-level="1"><p>Uno</p></li></ol></div><div class="ListContainerWrapper"><ol start="1"><li data-aria-level="2" style="list-style-type:lower-alpha"><p>Dentro</p></li></ol></div><div class="ListContainerWrapper"><ol start="2"><li data-aria-level="1"><p>Dos</p></li></ol></div>',
    kept: '<ol><li><p>Uno</p><ol type="a"><li><p>Dentro</p></li></ol></li><li><p>Dos</p></li></ol>',
  },
  {
    name: 'Google Docs: marks that a style carries or takes away',
    html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400;font-style:normal">Corriente, </span><span style="font-weight:700">fuerte</span><span style="font-style:italic"> e inclinado</span></p><ul><li aria-level="1"><p>Uno</p></li><ul><li aria-level="2"><p>Dentro</p></li></ul></ul></b>',
    kept: '<p>Corriente, <strong>fuerte</strong><em> e inclinado</em></p><ul><li><p>Uno</p><ul><li><p>Dentro</p></li></ul></li></ul>',
  },
  {
    name: 'bold by a class of the page',
    html: '<html><head><style>.x1{font-weight:bold} .x2{text-decoration:line-through}</style></head><body><p><span class="x1">Fuerte</span> y <span class="x2">borrado </span>normal</p></body></html>',
    kept: '<p><strong>Fuerte</strong> y normal</p>',
    said: 'No se pegó: el texto tachado.',
  },
  {
    name: 'raised and lowered figures, ordinals and variables',
    html: '<p>10<sup>6</sup> m<sup>2</sup>, CO<sub>2</sub>, 1<sup>er</sup> lugar, N<sup>o</sup> 3, x<sup>k</sup>, y<sub>max</sub>, 5<span style="vertical-align:super">-3</span></p>',
    kept: '<p>10⁶ m², CO₂, 1er lugar, Nº 3, x^k, y_(max), 5⁻³</p>',
  },
  {
    name: 'a change that is tracked',
    html: word('<p class=MsoNormal>Son <del>30</del><ins>60</ins> días</p>'),
    kept: '<p>Son 60 días</p>',
    said: 'No se pegó: el texto tachado.',
  },
  {
    name: 'hidden text and remarks of Word',
    html: word(
      `<p class=MsoNormal>Visible<span style='display:none;mso-hide:all'> oculto</span><a style='mso-comment-reference:OB_1'> comentado</a><span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[obs. 1]</a></span></p><div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Ojo</p></div></div>`,
    ),
    kept: '<p>Visible comentado</p>',
    said: 'No se pegó: el texto oculto y los comentarios al margen.',
  },
  {
    name: 'remarks of Google Docs',
    html: '<p>Texto<sup><a href="#cmnt1">[a]</a></sup></p><div><p><a href="#cmnt_ref1">[a]</a>Revisar</p></div>',
    kept: '<p>Texto</p>',
    said: 'No se pegó: los comentarios al margen.',
  },
  {
    name: 'letters of fonts that draw',
    html: word(
      `<p>A <span style='font-family:Wingdings'>à</span> B, <font face="Symbol">³</font> 5, <span style='font-family:Wingdings;mso-char-type:symbol'>ü</span> listo, <span style='font-family:Webdings'>a</span></p>`,
    ),
    kept: '<p>A → B, ≥ 5, ✓ listo,</p>',
    said: 'No se pegó: los símbolos de una fuente que no se puede leer.',
  },
  {
    name: 'formulas',
    html: '<p>x = <math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac></math>, <math><msup><mi>y</mi><mn>2</mn></msup></math></p>',
    kept: '<p>x = (a + 1)/2, y²</p>',
  },
  {
    name: 'a formula of Word, with its picture',
    html: word(
      '<p>Tasa: <!--[if gte msEquation 12]><m:oMath><m:f><m:num><m:r>n</m:r></m:num><m:den><m:r>N</m:r></m:den></m:f></m:oMath><![endif]--><![if !msEquation]><span><img width=10 height=20 src="file:///c:/x.png"></span><![endif]> anual</p>',
    ),
    kept: '<p>Tasa: n/N anual</p>',
  },
  {
    name: 'pictures, and signs that are pictures',
    html: '<p>Listo <img alt="✅" class="emoji" src="https://x.example/e.png"> <img alt="Gráfico" width="300" src="https://x.example/g.png">fin</p>',
    kept: '<p>Listo ✅ fin</p>',
    said: 'No se pegó: las imágenes.',
  },
  {
    name: 'cells that span rows and columns',
    html: '<table><tr><td rowspan="2">A</td><td colspan="2">Año</td></tr><tr><td>5</td><td>6</td></tr><tr><td>B</td><td>7</td><td></td></tr></table>',
    kept: '<p>A | Año |</p><p>A | 5 | 6</p><p>B | 7 |</p>',
  },
  {
    name: 'rows and columns that a sheet hides',
    html: '<table><col><col style="display:none"><col><tr><td>1</td><td>2</td><td>3</td></tr><tr style="display:none"><td>4</td><td>5</td><td>6</td></tr></table>',
    kept: '<p>1 | 3</p>',
    said: 'No se pegó: el texto oculto.',
  },
  {
    name: 'a table that only holds the text together',
    html: '<table><tr><td><p>Uno</p><ul><li>Dos</li></ul></td></tr></table>',
    kept: '<p>Uno</p><ul><li><p>Dos</p></li></ul>',
  },
  {
    name: 'lines, boxes and quotations',
    html: '<div>Una<br>dos</div><div style="white-space:pre-wrap">tres\ncuatro</div><blockquote><p>Cita</p></blockquote><p><input type="checkbox" checked>Hecho</p>',
    kept: '<p>Una<br>dos</p><p>tres<br>cuatro</p><blockquote><p>Cita</p></blockquote><p>☑ Hecho</p>',
  },
  {
    name: 'links that lead somewhere, and those that do not',
    html: '<p><a href="https://datos.example/a" onclick="x()">fuente</a>, <a href="javascript:alert(1)">nada</a>, <a href="#nota">abajo</a></p><script>x()</script>',
    kept: '<p><a target="_blank" rel="noopener noreferrer" href="https://datos.example/a">fuente</a>, nada, abajo</p>',
  },
  {
    name: 'words that break over lines of the source',
    html: '<p>Una\nlínea  y\n   otra</p><p>&nbsp;</p><p>Fin</p>',
    kept: '<p>Una línea y otra</p><p>Fin</p>',
  },
]

async function paste(page: Page, question: string, html: string): Promise<void> {
  const field = new Questionnaire(page).question(question).field
  await field.focus()
  await page.keyboard.press('Control+a')
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

test('[FL9] what is pasted from other programs keeps its texts, lists and marks, and what an answer cannot hold is said', async ({
  page,
}) => {
  const questionnaire = new Questionnaire(page)
  await signIn(page, peopleOf('sur').professional)
  await questionnaire.open({ ...talent, institutionId: 'sur' })
  const card = questionnaire.question(difficulty)
  await expect(card.field).toBeEditable()
  for (const { name, html, kept, said = '' } of cases) {
    await paste(page, difficulty, html)
    // What the editor keeps at the end to write on is no part of the answer.
    const held = await card.field.evaluate((element) =>
      element.innerHTML.replaceAll(/<br class="ProseMirror-trailingBreak">/g, '').replace(/(?<=<\/[ou]l>)<p><\/p>$/, ''),
    )
    expect.soft(held, name).toBe(kept)
    const told = card.root.getByText(/^No se pegó: /)
    if (said === '') await expect.soft(told, name).toHaveCount(0)
    else await expect.soft(told, name).toHaveText(said)
  }
})
