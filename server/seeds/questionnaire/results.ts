import type { DimensionContent, QuestionContent } from '../author.ts'

const effect = (id: string, what: string, explained: string): QuestionContent => ({
  id,
  kind: 'Single',
  text: `¿Qué efecto tuvieron las innovaciones implementadas sobre ${what}?`,
  hint: 'Pregunta de referencia, sin puntaje.',
  fillingHint: explained,
  questionHint: 'Se pide una percepción. Acepte si hay respuesta.',
  options: ['Empeoró', 'No cambió', 'Mejoró algo', 'Mejoró mucho', 'Todavía no se puede saber'],
})

export const results: DimensionContent = {
  id: 'resultados',
  name: 'Resultados',
  configHint: 'Dimensión de referencia: no entra en el cálculo del índice. Puede responderla la misma jefatura.',
  fillingHint: 'Se usa solo para estudio. Responder con franqueza no sube ni baja el resultado.',
  subDimensions: [
    {
      id: 'efectos-percibidos',
      prefix: 'ef',
      name: 'Efectos percibidos',
      configHint: 'Basta con una persona que conozca las innovaciones implementadas.',
      fillingHint: 'Recoge lo que la institución percibe que cambió con sus innovaciones.',
      questions: [
        effect('calidad', 'la calidad del servicio', 'Piense en errores, plazos y cumplimiento de lo ofrecido.'),
        effect('experiencia', 'la experiencia de las personas usuarias', 'Piense en claridad, trato, esfuerzo y tiempo de espera.'),
        effect(
          'costo',
          'el costo de prestar el servicio',
          'Compare con el costo anterior por atención o por trámite, aunque sea una estimación.',
        ),
      ],
    },
    {
      id: 'evidencia-resultados',
      prefix: 'er',
      name: 'Evidencia de resultados',
      configHint: 'Asigne a quien guarde mediciones o evaluaciones de las iniciativas.',
      fillingHint: 'Recoge mediciones, reconocimientos y evaluaciones que muestren lo conseguido.',
      questions: [
        {
          id: 'evidencia',
          kind: 'Text',
          text: 'Describa el resultado mejor demostrado de una innovación de la institución.',
          fillingHint: 'Indique qué se midió, antes y después, y con qué fuente. Si no hay mediciones, dígalo.',
          questionHint: 'No tiene puntaje. Observe solo si lo descrito no es un resultado.',
          allowFile: true,
          min: 10,
          max: 2500,
        },
        {
          id: 'premios',
          kind: 'Number',
          text: '¿Cuántos premios o reconocimientos externos recibieron sus innovaciones en el período?',
          min: 0,
          max: 50,
        },
        {
          id: 'evaluacion',
          kind: 'Date',
          text: '¿En qué fecha terminó la última evaluación externa de una innovación?',
          hint: 'Déjela sin responder si no ha habido ninguna.',
          optional: true,
          max: '2025-06-01',
        },
      ],
    },
  ],
}
