import { formReportId } from '#shared/forms/model.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import type { ReportText } from '#shared/questionnaires/model.ts'
import type { Change } from '#shared/world.ts'
import { writtenIdOf } from './author.ts'

/** What a report says where a level was reached: good, med, bad; one paragraph per entry, plain text. */
type ByLevel = readonly [good: readonly string[], med: readonly string[], bad: readonly string[]]

const introduction: readonly string[] = [
  'El Índice de Innovación Pública mide las capacidades con que una institución del Estado busca, prueba e incorpora mejores maneras de servir a las personas. Mira qué tan preparada está para innovar: los recursos con que cuenta, la forma en que trabaja y con quiénes colabora.',
  'Este informe resume lo que su institución declaró y respaldó en el período medido. Cada puntaje proviene de respuestas que la evaluación aceptó; lo que no se respondió o no pudo comprobarse no suma. Los resultados se comparan solo con los de instituciones de la misma categoría.',
]

const ofForm: ReportText = {
  preliminaryIntroduction: htmlOf([
    ...introduction,
    'Los resultados de este informe son preliminares. Si el formulario contempla una réplica, su institución puede apelar respuestas rechazadas en la etapa que corresponde, y el resultado definitivo se entrega al cierre del proceso.',
  ]),
  preliminaryConclusion: htmlOf([
    'Le sugerimos revisar este informe con los equipos que respondieron y detenerse en las subdimensiones de nivel bajo o regular: ahí suele estar la mejora más cercana. Antes de apelar una respuesta, compruebe que el archivo de respaldo muestre exactamente lo que la pregunta pide.',
  ]),
  finalIntroduction: htmlOf([...introduction, 'Los resultados de este informe son definitivos para el período medido.']),
  finalConclusion: htmlOf([
    'Un resultado es una fotografía del período y un punto de partida. Las instituciones que más avanzan de un año a otro eligen dos o tres brechas, les ponen responsable y plazo, y guardan la evidencia desde el primer día.',
    'El Laboratorio de Gobierno queda a disposición de su institución para revisar estos resultados y acompañar el plan de trabajo que defina a partir de ellos.',
  ]),
}

/** By dimension and sub-dimension, as the questionnaire writes their ids. */
const byDimension: Readonly<Record<string, ByLevel>> = {
  'recursos-institucionales': [
    [
      'La institución dispone de una base sólida para innovar: personas formadas, equipos reconocidos, herramientas digitales y una estrategia que les da dirección. El desafío es sostener esa base cuando cambian las prioridades o las jefaturas.',
    ],
    [
      'Hay recursos para innovar, aunque desparejos: algunos frentes cuentan con personas, presupuesto y respaldo formal, y otros dependen del empuje de equipos puntuales. Conviene asegurar primero los que sostienen a los demás.',
    ],
    [
      'Los recursos para innovar son todavía escasos o no están reconocidos formalmente. Un primer paso alcanzable es nombrar a un equipo responsable, con tiempo asignado, y dejar la innovación por escrito en la planificación del año.',
    ],
  ],
  'talento-humano': [
    [
      'Las personas reciben formación para innovar y la institución sabe quiénes pueden aplicarla. Se recomienda medir qué cambia después de cada capacitación, y no solo cuántas personas asisten.',
    ],
    [
      'Existen instancias de formación y perfiles diversos, sin un plan que los ordene. Definir qué capacidades se necesitan y quién debe adquirirlas ayudaría a que la formación llegue donde hace falta.',
    ],
    [
      'La formación para innovar es esporádica o no alcanza a quienes diseñan los servicios. Un programa breve y aplicado a un problema real de la institución puede ser un buen comienzo.',
    ],
  ],
  'marco-institucional': [
    [
      'Los equipos de innovación están formalizados y la institución publica datos más allá de lo que la ley exige, en formatos que otros pueden reutilizar.',
    ],
    [
      'Hay avances en equipos transversales o en datos abiertos, pero no en ambos. Formalizar lo que ya funciona y fijar una frecuencia de publicación les daría continuidad.',
    ],
    [
      'No se observan equipos transversales reconocidos ni publicación de datos abiertos más allá de lo obligatorio. Un acto administrativo sencillo y un primer conjunto de datos bien documentado marcarían una diferencia.',
    ],
  ],
  'recursos-digitales': [
    [
      'La infraestructura digital acompaña la innovación: trámites en línea, autenticación, respaldo y continuidad operan con reglas claras.',
    ],
    [
      'La institución cuenta con servicios digitales y algunas reglas de continuidad, con diferencias entre sistemas. Priorizar los trámites de mayor uso y ensayar la recuperación reduciría riesgos.',
    ],
    [
      'La base digital limita lo que se puede probar y escalar. Antes de sumar nuevas herramientas conviene asegurar respaldo, continuidad y los trámites que más usan las personas.',
    ],
  ],
  'estrategia-gobernanza': [
    [
      'La innovación forma parte de los objetivos de la institución, con una unidad responsable, presupuesto y una autoridad que la patrocina.',
    ],
    [
      'La innovación aparece en la estrategia o en la estructura, pero no siempre en ambas. Un plan con metas, responsables y presupuesto ayudaría a pasar de la intención a la gestión.',
    ],
    [
      'La innovación no está aún en la estrategia ni tiene una unidad que responda por ella. Incorporarla en un objetivo institucional y designar a quien la conduzca es el paso que habilita a los demás.',
    ],
  ],
  'practicas-procesos': [
    [
      'La institución innova de manera habitual: lleva iniciativas hasta su implementación, las evalúa y ha dejado por escrito cómo lo hace. Compartir ese método con otras instituciones multiplicaría su efecto.',
    ],
    [
      'Hay iniciativas y métodos en marcha, aunque no todas las etapas se cumplen ni se documentan. Completar el recorrido de pocas iniciativas rinde más que abrir otras nuevas.',
    ],
    [
      'La práctica de innovar es incipiente y depende de casos aislados. Se sugiere elegir un problema acotado y recorrer con él todas las etapas, desde la necesidad de las personas hasta la evaluación.',
    ],
  ],
  'actividades-practicas': [
    [
      'Las iniciativas del período recorrieron las etapas principales: se diseñaron, se prototiparon, se ajustaron con pruebas y varias llegaron a implementarse y evaluarse.',
    ],
    [
      'Se reportan iniciativas en desarrollo, con pocas que llegan al piloto o a la evaluación. Reservar tiempo para probar y ajustar antes de implementar mejoraría sus resultados.',
    ],
    [
      'El período registra pocas iniciativas o ninguna con respaldo suficiente. Documentar desde el inicio qué problema se aborda y qué se prueba permite aprender también de lo que no resulta.',
    ],
  ],
  procedimientos: [
    ['Existen procedimientos escritos para conocer a las personas usuarias, prototipar y probar, y se usan más allá de un equipo.'],
    [
      'Algunos procedimientos están escritos y otros se aplican por costumbre. Reunirlos en una guía breve facilitaría que cualquier área los use.',
    ],
    [
      'No se observan procedimientos escritos para detectar necesidades, prototipar o probar. Adoptar uno simple, con un ejemplo propio, es más útil que una norma extensa.',
    ],
  ],
  procesos: [
    [
      'El proceso de innovación está diseñado, formalizado y cubre desde la exploración hasta la evaluación, con áreas que saben cuándo participan.',
    ],
    [
      'Hay un proceso definido en parte: algunas etapas están claras y otras quedan a criterio de cada equipo. Formalizarlo e indicar quién decide en cada paso le daría estabilidad.',
    ],
    [
      'La institución no cuenta con un proceso de innovación reconocible. Dibujar el flujo de una iniciativa reciente es una buena base para diseñarlo.',
    ],
  ],
  'colaboracion-apertura': [
    [
      'La institución innova con otros: incorpora a las personas usuarias, a otros organismos públicos y al entorno en distintas etapas. Conviene evaluar qué colaboraciones aportan más y profundizarlas.',
    ],
    [
      'La colaboración existe y se concentra en algunas etapas o en pocos actores. Abrirla antes, cuando se define el problema, suele evitar correcciones costosas después.',
    ],
    [
      'La institución trabaja principalmente hacia adentro. Invitar a personas usuarias y a otra institución a una sola iniciativa del año próximo permitiría comenzar.',
    ],
  ],
  'participacion-usuarios': [
    [
      'Las personas usuarias participan desde la detección de necesidades hasta la evaluación, y la institución les habla en lenguaje claro e inclusivo.',
    ],
    [
      'Hay canales de participación y esfuerzos de lenguaje claro, con participación desigual según la etapa. Mostrar a quienes participaron qué se hizo con sus aportes aumenta su interés en volver.',
    ],
    [
      'Las personas usuarias intervienen poco en el diseño y la mejora de los servicios. Probar un formulario o una carta con cinco personas antes de publicarla es un comienzo de bajo costo.',
    ],
  ],
  'coordinacion-interinstitucional': [
    [
      'La institución se coordina con otros organismos mediante convenios e intercambio de datos, y los incorpora en las etapas de sus iniciativas.',
    ],
    [
      'Existen convenios o intercambios puntuales, aún sin un uso habitual al innovar. Identificar qué datos de otros organismos ahorrarían trámites a las personas orientaría los siguientes.',
    ],
    [
      'La coordinación con otros organismos es limitada. Un convenio acotado a un trámite compartido puede demostrar su utilidad y abrir camino a otros.',
    ],
  ],
  'gestion-entorno': [
    ['Universidades, empresas, organizaciones sociales u otros actores aportan a las iniciativas de la institución en varias etapas.'],
    [
      'Hay vínculos con actores fuera del Estado, todavía ocasionales. Convocarlos en torno a un desafío concreto da mejores frutos que un acuerdo general.',
    ],
    [
      'No se observa participación de actores externos al Estado en las iniciativas. Un desafío abierto y bien acotado permitiría conocer soluciones que la institución no tiene adentro.',
    ],
  ],
}

function htmlOf(texts: readonly string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join('')
}

/** Texts of the reports of a form that asks this questionnaire, or a part of it: of the form, and of what has a level, by it. */
export function reportTextsOf({ formId, dimensions }: FormDefinition): Change[] {
  const scope = questionnaireScope(formId)
  const at = { scope, part: '', table: 'reportText' } as const
  const levels = dimensions.flatMap(({ id }): Change[] => {
    const [good, med, bad] = byDimension[writtenIdOf(id, Object.keys(byDimension)) ?? ''] ?? []
    return good && med && bad ? [{ ...at, id, row: { good: htmlOf(good), med: htmlOf(med), bad: htmlOf(bad) } }] : []
  })
  return [{ ...at, id: formReportId, row: ofForm }, ...levels]
}
