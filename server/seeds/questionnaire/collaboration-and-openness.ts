import type { DimensionContent, QuestionContent, SubDimensionContent } from '../author.ts'
import { workStages, type WorkStage } from './stages-of-work.ts'

const usersIn = (stage: WorkStage): QuestionContent => ({
  id: stage.id,
  kind: 'Boolean',
  text: `¿Participaron personas usuarias ${stage.during} durante el período?`,
  hint: 'En al menos una iniciativa.',
  fillingHint: stage.means,
  questionHint: `Contraste con las iniciativas. ${stage.check}`,
  points: 2,
  dependents: [
    {
      id: 'modo',
      when: true,
      kind: 'Multiple',
      text: '¿De qué modo participaron?',
      fillingHint: 'Marque los modos en que esas personas pudieron cambiar algo, aunque haya ocurrido una sola vez.',
      questionHint: 'El modo debe ser verosímil para la etapa. No se observa por sí solo.',
      options: [
        'Entrevistas o encuestas',
        'Talleres presenciales',
        'Talleres o pruebas en línea',
        'Observación en terreno',
        { value: 'Otro modo', extra: true },
      ],
      min: 1,
    },
  ],
})

const bodiesIn = (stage: WorkStage): QuestionContent => ({
  id: stage.id,
  kind: 'Boolean',
  text: `¿Participaron otras instituciones públicas ${stage.during} durante el período?`,
  hint: 'En al menos una iniciativa.',
  fillingHint: stage.means,
  questionHint: `No cuenta la entidad de la que la institución depende cuando solo autoriza. ${stage.check}`,
  points: 1.75,
  dependents: [
    {
      id: 'cual',
      when: true,
      kind: 'SimpleText',
      text: 'Nombre la institución que más aportó en esta etapa.',
      fillingHint: 'Escriba el nombre completo. Si fueron varias, elija la que puso más tiempo o más información.',
      questionHint: 'Debe ser una institución pública distinta de la que responde.',
      max: 160,
    },
  ],
})

const outsidersIn = (stage: WorkStage): QuestionContent => ({
  id: stage.id,
  kind: 'Boolean',
  text: `¿Participaron organizaciones ajenas al Estado ${stage.during} durante el período?`,
  hint: 'Empresas, universidades, fundaciones u organizaciones sociales, en al menos una iniciativa.',
  fillingHint: stage.means,
  questionHint: `La relación con un proveedor que solo vende un producto no es participación. ${stage.check}`,
  points: 1.25,
  dependents: [
    {
      id: 'tipo',
      when: true,
      kind: 'Multiple',
      text: '¿Qué tipo de organizaciones?',
      fillingHint: 'Clasifique cada organización por su actividad principal.',
      questionHint: 'Observe si la única organización marcada es también proveedora de la misma iniciativa.',
      options: ['Empresas', 'Universidades o centros de estudio', 'Fundaciones u organizaciones sociales', 'Organismos internacionales'],
      min: 1,
    },
  ],
})

const withUsers: readonly WorkStage[] = workStages.filter((stage) => stage.id !== 'piloto' && stage.id !== 'implementacion')

const userParticipation: SubDimensionContent = {
  id: 'participacion-usuarios',
  prefix: 'pu',
  name: 'Participación de Usuarios',
  configHint: 'Responden atención ciudadana, comunicaciones o participación; las últimas cuatro preguntas, los equipos de las iniciativas.',
  fillingHint: 'Mide cómo se comunica la institución con quienes la usan y en qué momentos los incorpora a sus innovaciones.',
  questions: [
    {
      id: 'lenguas',
      kind: 'Multiple',
      text: '¿En qué lenguas o formatos, además del español escrito, entrega información la institución?',
      fillingHint: 'Marque los que se ofrecen de manera permanente en al menos un canal.',
      questionHint: 'Basta con la declaración.',
      options: [
        ['Lengua de señas chilena', 0.25],
        ['Mapuzugun u otra lengua indígena', 0.25],
        ['Creol u otra lengua de personas migrantes', 0.25],
        ['Lectura fácil', 0.25],
        { value: 'Otra lengua o formato', extra: true },
      ],
      allowNoneOption: true,
    },
    {
      id: 'lenguaje-claro',
      kind: 'Single',
      text: '¿Cómo aplica la institución el lenguaje claro e inclusivo en sus comunicaciones?',
      hint: 'Claro: quien lo lee entiende a la primera. Inclusivo: nadie queda fuera por cómo se le nombra.',
      fillingHint: 'Elija la alternativa más alta que se cumpla de manera habitual.',
      options: [
        'No lo aplica',
        ['Algunas áreas lo aplican por iniciativa propia', 0.3],
        ['Hay una guía institucional', 0.6],
        ['Hay una guía y se revisan los textos con personas usuarias', 1],
      ],
    },
    {
      id: 'accesibilidad',
      kind: 'Single',
      text: 'Nivel de accesibilidad del sitio institucional según la última revisión externa',
      administrative: true,
      options: ['No revisado o bajo', ['Medio', 0.5], ['Alto', 1]],
    },
    {
      id: 'canales',
      kind: 'Multiple',
      text: '¿Cuáles son los principales canales por los que las personas pueden opinar o proponer?',
      hint: 'Elija entre uno y cuatro.',
      fillingHint: 'Un canal cuenta si alguien lee lo que llega por él y responde.',
      questionHint: 'Basta con la declaración.',
      options: [
        ['Oficinas de atención', 0.5],
        ['Formulario en el sitio', 0.5],
        ['Redes sociales', 0.5],
        ['Línea telefónica', 0.5],
        ['Consejo de la sociedad civil', 0.5],
        ['Consultas o diálogos ciudadanos', 0.5],
        { value: 'Otro canal', extra: true },
      ],
      min: 1,
      max: 4,
    },
    {
      id: 'instancias',
      kind: 'Boolean',
      text: '¿Ofrece la institución instancias de participación adicionales a las que exige la Ley 20.500?',
      hint: 'La ley pide cuenta pública, consulta, acceso a la información y consejo de la sociedad civil.',
      fillingHint: 'Describa en la pregunta siguiente solo las instancias adicionales que ocurrieron en el período.',
      questionHint: 'Observe si lo marcado es una de las cuatro obligatorias con otro nombre.',
      points: 1,
      dependents: [
        {
          id: 'cuales',
          when: true,
          kind: 'Multiple',
          text: '¿Cuáles?',
          options: [
            ['Diálogos o cabildos', 0.5],
            ['Mesas de trabajo', 0.5],
            ['Presupuestos participativos', 0.5],
            ['Jurados o paneles ciudadanos', 0.5],
            { value: 'Otra instancia', extra: true },
          ],
          min: 1,
          dependents: [
            {
              id: 'acuerdos',
              when: 'Mesas de trabajo',
              kind: 'Boolean',
              text: '¿Alguna de esas mesas terminó en un acuerdo escrito?',
              dependents: [
                {
                  id: 'ejemplo',
                  when: true,
                  kind: 'Text',
                  text: 'Describa un acuerdo y qué cambió a partir de él.',
                  fillingHint: 'Diga quiénes acordaron, cuándo y qué hizo después la institución.',
                  min: 12,
                  max: 1200,
                },
              ],
            },
          ],
        },
      ],
    },
    ...withUsers.map(usersIn),
  ],
}

const interinstitutionalCoordination: SubDimensionContent = {
  id: 'coordinacion-interinstitucional',
  prefix: 'ci',
  name: 'Coordinación Interinstitucional',
  configHint: 'Conviene que responda quien lleva los convenios, con apoyo de los equipos de las iniciativas.',
  fillingHint: 'Mide con qué otras instituciones públicas se innova, en qué etapas y cómo se intercambian datos.',
  questions: [
    {
      id: 'convenios',
      kind: 'Boolean',
      text: '¿Tuvo la institución convenios vigentes con otras instituciones públicas para desarrollar innovaciones?',
      fillingHint: [
        'El convenio debe nombrar un trabajo conjunto de mejora o innovación. Uno que solo transfiere recursos no cuenta.',
        'Adjunte el convenio principal. Si son varios, una nómina con sus objetivos.',
      ],
      questionHint: 'Acepte si está firmado, vigente en el período y su objeto es desarrollar o mejorar algo en conjunto.',
      allowFile: true,
      points: 1.5,
      dependents: [
        { id: 'cantidad', when: true, kind: 'Number', text: '¿Cuántos convenios de este tipo estuvieron vigentes?', min: 1, max: 500 },
        {
          id: 'objetivos',
          when: true,
          kind: 'Multiple',
          text: '¿Qué buscan esos convenios?',
          options: [
            'Intercambio de datos',
            'Servicios compartidos',
            'Proyectos conjuntos',
            'Intercambio de experiencias',
            { value: 'Otro objetivo', extra: true },
          ],
          min: 1,
        },
        {
          id: 'firma',
          when: true,
          kind: 'Date',
          text: '¿En qué fecha se firmó el más reciente?',
          max: '2025-06-01',
        },
      ],
    },
    ...workStages.map(bodiesIn),
    {
      id: 'red',
      kind: 'Number',
      text: 'Indicador de conexión de la institución en la red de interoperabilidad del Estado',
      hint: 'De 0 a 1.',
      administrative: true,
      min: 0,
      max: 1,
      points: 0.5,
    },
    {
      id: 'intercambio',
      kind: 'Number',
      text: 'Porcentaje de los intercambios de datos con otras instituciones que se hace en línea',
      administrative: true,
      min: 0,
      max: 100,
      points: 1,
    },
    {
      id: 'medios',
      kind: 'Multiple',
      text: 'Medios por los que la institución entrega datos a otras',
      administrative: true,
      options: [
        ['Plataforma de interoperabilidad', 0.3],
        ['Servicios web propios', 0.2],
        'Transferencia de archivos',
        'Correo o medios físicos',
      ],
      allowNoneOption: true,
    },
    {
      id: 'componentes',
      kind: 'Multiple',
      text: 'Componentes comunes del Estado que la institución tiene integrados',
      administrative: true,
      options: [
        ['Identidad digital', 0.2],
        ['Firma electrónica', 0.1],
        ['Notificador', 0.1],
        ['Gestión documental', 0.1],
      ],
      allowNoneOption: true,
    },
  ],
}

const environmentManagement: SubDimensionContent = {
  id: 'gestion-entorno',
  prefix: 'ge',
  name: 'Gestión del Entorno',
  configHint: 'Responden los equipos de las iniciativas y quien lleve la relación con universidades, empresas y organizaciones.',
  fillingHint: 'Mide si la institución innova junto a organizaciones que no son del Estado y en qué etapas.',
  questions: [
    ...workStages.map(outsidersIn),
    {
      id: 'desafios',
      kind: 'Number',
      text: '¿Cuántos desafíos o convocatorias abiertas de innovación realizó la institución en el período?',
      hint: 'Llamados públicos a proponer soluciones a un problema.',
      fillingHint: 'Una licitación corriente no cuenta. Sí cuenta una compra de innovación o un concurso de ideas.',
      questionHint: 'Basta con la declaración. Pida aclarar cifras mayores que cinco.',
      min: 0,
      max: 50,
      points: 1,
    },
    {
      id: 'intercambio',
      kind: 'Number',
      text: 'Porcentaje de los intercambios de datos con entidades privadas que se hace en línea',
      administrative: true,
      min: 0,
      max: 100,
      points: 0.5,
    },
    {
      id: 'aporte',
      kind: 'Single',
      text: '¿Qué aportaron principalmente las organizaciones ajenas al Estado?',
      fillingHint: 'Elija lo que más pesó durante el período.',
      options: [
        'No participaron',
        ['Conocimiento técnico', 0.5],
        ['Tiempo de sus equipos', 0.5],
        ['Financiamiento', 0.5],
        ['Acceso a comunidades', 0.5],
      ],
    },
  ],
}

export const collaborationAndOpenness: DimensionContent = {
  id: 'colaboracion-apertura',
  name: 'Colaboración y Apertura',
  configHint: 'Dimensión condicionante. Varias preguntas repiten las etapas de una iniciativa: conviene responderlas con sus equipos.',
  fillingHint: 'Trata de con quiénes innova la institución: personas usuarias, otras entidades públicas y organizaciones del entorno.',
  subDimensions: [userParticipation, interinstitutionalCoordination, environmentManagement],
}
