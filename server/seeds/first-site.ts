import { systemActor } from '#shared/access/actor.ts'
import { pageScope } from '#shared/protocol/scope.ts'
import type { About, Content, PageContent, Section } from '#shared/site/model.ts'
import { emptyContent, type SectionComponent } from '#shared/site/sections.ts'
import type { Server } from '../server.ts'
import { changeTogether } from '../sync/perform.ts'
import { pagesIn } from '../world/pages.ts'

const section = (component: SectionComponent, content: Content, englishContent: Content): Section => ({
  id: component,
  component,
  content: { ...emptyContent(component), ...content },
  englishContent: { ...emptyContent(component, true), ...englishContent },
  hidden: false,
  englishOf: null,
})
const item = (title: string, body: string): Content => ({ title, body, withImage: false, icon: '', iconAltText: '' })
const noWords: About = { title: '', englishTitle: '', description: '', englishDescription: '' }

/** The pages that every site has, plain and short: what administrators begin from. */
export const firstPages: readonly PageContent[] = [
  {
    name: 'header',
    about: noWords,
    sections: [
      section(
        'header',
        { linkTextOne: 'Inicio', linkOne: '/', linkTextTwo: 'Preguntas frecuentes', linkTwo: '/faq', resultsText: 'Resultados' },
        { linkTextOne: 'Home', linkTextTwo: 'Questions', resultsText: 'Results' },
      ),
    ],
  },
  {
    name: 'footer',
    about: noWords,
    sections: [
      section(
        'footer',
        { loginText: 'Ingresar a la plataforma', linkTextOne: 'Preguntas frecuentes', linkOne: '/faq' },
        { loginText: 'Sign in to the platform', linkTextOne: 'Questions' },
      ),
    ],
  },
  {
    name: 'home',
    about: {
      title: 'Índice de Innovación Pública',
      englishTitle: 'Public Innovation Index',
      description: 'Una medición voluntaria de las capacidades con que las instituciones públicas de Chile innovan.',
      englishDescription: 'A voluntary measurement of the capabilities with which Chile’s public institutions innovate.',
    },
    sections: [
      section(
        'homeHeader',
        {
          title: 'Cuánto puede innovar una institución pública',
          subtitle: 'Cada año las instituciones responden, un equipo revisa la evidencia y cada una recibe su resultado.',
          link: '/faq',
          linkText: 'Cómo participar',
        },
        {
          title: 'How well a public institution can innovate',
          subtitle: 'Each year institutions answer, a team reviews the evidence, and each one receives its result.',
          linkText: 'How to take part',
        },
      ),
      section(
        'titleBody',
        {
          title: 'Qué se mide',
          body: '<p>El índice observa tres dimensiones: los recursos de la institución, sus prácticas y procesos, y cómo colabora con otros y se abre a las personas. Entre las tres suman 100 puntos.</p><p>No es un ranking: los resultados se comparan solo dentro de una misma categoría de instituciones.</p>',
        },
        {
          title: 'What is measured',
          body: '<p>The index looks at three dimensions: the institution’s resources, its practices and processes, and how it works with others and opens up to people. Together they add up to 100 points.</p><p>It is not a ranking: results compare only within one category of institutions.</p>',
        },
      ),
      section(
        'list',
        {
          title: 'Cómo es un ciclo',
          listData: [
            item('Responder', '<p>Cada institución organiza a su equipo, responde y adjunta evidencia, también sin conexión.</p>'),
            item('Revisar', '<p>Quienes evalúan leen cada respuesta y piden precisiones antes de decidir.</p>'),
            item('Conocer', '<p>La institución recibe su puntaje con la explicación de cada parte, y puede apelar.</p>'),
          ],
        },
        {
          title: 'How a cycle goes',
          listData: [
            {
              title: 'Answer',
              body: '<p>Each institution organises its team, answers and attaches evidence, also without a network.</p>',
              iconAltText: '',
            },
            { title: 'Review', body: '<p>Evaluators read every answer and ask for details before they decide.</p>', iconAltText: '' },
            {
              title: 'Learn',
              body: '<p>The institution receives its score with the reasons for each part, and can appeal.</p>',
              iconAltText: '',
            },
          ],
        },
      ),
    ],
  },
]

/**
 * Makes and publishes the first pages of a site that has none, as one change of the platform's own. A site that anybody has begun is left as it
 * is. Returns whether it did.
 */
export async function seedSiteWhenEmpty(server: Pick<Server, 'db' | 'execute' | 'now'>): Promise<boolean> {
  if ((await pagesIn(server.db)).length > 0) return false
  const asked = firstPages.flatMap((page) => {
    const pageId = page.name
    const scope = pageScope(pageId)
    return [
      { scope, name: 'page.save', args: { ...page, pageId, seen: null, restoredFrom: null } },
      { scope, name: 'page.publish', args: { pageId, number: 1, accepted: false } },
    ]
  })
  const made = await changeTogether(server, { userId: systemActor.id, asked })
  // Another process was first, and somebody may have gone on from there.
  if (!made.ok && made.failure.code !== 'changed_meanwhile') throw new Error(`the first pages of the site: ${made.failure.code}`)
  return made.ok
}
