import type { QuestionContent } from '../author.ts'

/** Six questions about the platform itself, for the leader or the delegate; they carry no points. */
export const satisfactionSurvey: readonly QuestionContent[] = [
  {
    id: 'ayudas',
    kind: 'Single',
    text: '¿Qué tan útiles fueron los textos de ayuda de cada pregunta?',
    options: ['Nada útiles', 'Poco útiles', 'Útiles', 'Muy útiles'],
  },
  {
    id: 'tiempo',
    kind: 'Number',
    text: '¿Cuántas horas de trabajo, entre todas las personas, tomó responder?',
    hint: 'Una estimación basta.',
    min: 1,
    max: 2000,
  },
  {
    id: 'dificultades',
    kind: 'Multiple',
    text: '¿Qué fue lo más difícil?',
    options: [
      'Entender lo que se preguntaba',
      'Reunir la evidencia',
      'Coordinar a las personas',
      'Cumplir los plazos',
      'Usar la plataforma',
      { value: 'Otra dificultad', extra: true },
    ],
    allowNoneOption: true,
    max: 3,
  },
  {
    id: 'sin-conexion',
    kind: 'Boolean',
    text: '¿Alguien de su equipo respondió sin conexión a internet?',
  },
  {
    id: 'apoyo',
    kind: 'Single',
    text: '¿Cómo califica el apoyo recibido durante el proceso?',
    options: ['No lo necesité', 'Malo', 'Regular', 'Bueno', 'Muy bueno'],
  },
  {
    id: 'comentario',
    kind: 'Text',
    text: '¿Qué mejoraría para la próxima medición?',
    optional: true,
    min: 3,
    max: 1500,
  },
]
