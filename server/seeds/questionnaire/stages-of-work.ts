/** Stages of an innovation in which others may take part, as a question names them and as its helps explain them. */
export interface WorkStage {
  readonly id: string
  /** As it reads after "participaron". */
  readonly during: string
  /** What taking part means there. */
  readonly means: string
  /** What must also be true elsewhere in the questionnaire. */
  readonly check: string
}

export const workStages = [
  {
    id: 'necesidades',
    during: 'en la detección de necesidades o problemas',
    means: 'Participar aquí es aportar información o experiencia sobre el problema, antes de que exista una solución.',
    check: 'Debe haber al menos una iniciativa cuyo problema se haya levantado con otros.',
  },
  {
    id: 'diseno',
    during: 'en el diseño de soluciones',
    means: 'Participar aquí es proponer, comparar o definir ideas. Recibir una presentación de la idea elegida no lo es.',
    check: 'Debe haber al menos una iniciativa diseñada durante el período.',
  },
  {
    id: 'testeo',
    during: 'en la prueba de prototipos',
    means: 'Participar aquí es usar o comentar un prototipo mientras todavía se puede cambiar.',
    check: 'Debe haber al menos una iniciativa prototipada o ajustada después de una prueba.',
  },
  {
    id: 'piloto',
    during: 'en pilotos',
    means: 'Participar aquí es operar, facilitar o acompañar el funcionamiento real en un lugar y un plazo acotados.',
    check: 'Debe haber al menos una iniciativa piloteada.',
  },
  {
    id: 'implementacion',
    during: 'en la implementación',
    means: 'Participar aquí es ejecutar parte de la puesta en marcha o poner recursos para ella.',
    check: 'Debe haber al menos una iniciativa implementada durante el período.',
  },
  {
    id: 'evaluacion',
    during: 'en la evaluación de resultados',
    means: 'Participar aquí es medir, entregar datos o juzgar los resultados después de la puesta en marcha.',
    check: 'Debe haber al menos una iniciativa evaluada.',
  },
] as const satisfies readonly WorkStage[]
