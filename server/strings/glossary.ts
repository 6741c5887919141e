/** A concept of the measurement, in the words of this product, in both languages. */
export interface Concept {
  readonly es: { readonly term: string; readonly text: string }
  readonly en: { readonly term: string; readonly text: string }
}

const concept = (es: string, textEs: string, en: string, textEn: string): Concept => ({
  es: { term: es, text: textEs },
  en: { term: en, text: textEn },
})

/** Edition of these definitions. They are changed together with the questionnaire of a year. */
export const glossaryEdition = { year: 2025, at: '2025-06-02T12:00:00.000Z' } as const

export const glossary: readonly Concept[] = [
  concept(
    'Innovación pública',
    'Crear o cambiar de forma significativa un servicio, un proceso o una manera de organizarse para que la institución genere más valor para las personas. Lo nuevo se mide respecto de la propia institución: no hace falta ser la primera en hacerlo.',
    'Public innovation',
    'Making or significantly changing a service, a process or a way of organising, so that the institution creates more value for people. What is new is judged against the institution itself: it need not be the first to do it.',
  ),
  concept(
    'Capacidad para innovar',
    'Lo que una institución tiene y sabe hacer para innovar más de una vez: personas, normas, recursos, prácticas y vínculos. El índice mide capacidades y no el efecto de cada proyecto, porque son ellas las que permiten repetir un buen resultado.',
    'Capacity to innovate',
    'What an institution has and knows how to do in order to innovate more than once: people, rules, resources, practices and links. The index measures capacities and not the effect of each project, since they are what lets a good result be repeated.',
  ),
  concept(
    'Dimensión habilitante',
    'Grupo de capacidades que prepara el terreno: los recursos con que la institución cuenta antes de empezar una iniciativa. En el índice lo es Recursos Institucionales.',
    'Enabling dimension',
    'A group of capacities that prepares the ground: the resources that the institution has before an initiative begins. In the index this is Institutional Resources.',
  ),
  concept(
    'Dimensión condicionante',
    'Grupo de capacidades que decide cómo se innova en la práctica. En el índice lo son Prácticas y Procesos, y Colaboración y Apertura.',
    'Conditioning dimension',
    'A group of capacities that decides how innovation happens in practice. In the index these are Practices and Processes, and Collaboration and Openness.',
  ),
  concept(
    'Servicio público',
    'Institución del Estado que participa en la medición, con sus propias definiciones estratégicas y personas usuarias, dentro o fuera del Estado.',
    'Public service',
    'An institution of the State that takes part in the measurement, with its own strategic definitions and its own users, inside or outside the State.',
  ),
  concept(
    'Iniciativa de innovación',
    'Trabajo con un propósito definido para introducir algo nuevo en la institución durante el período que se mide. Cuenta aunque solo se haya diseñado o se haya dejado después, siempre que se pueda demostrar qué se adaptó o creó.',
    'Innovation initiative',
    'Work with a defined purpose of bringing something new into the institution during the measured period. It counts even if it was only designed, or dropped later, as long as what was adapted or created can be shown.',
  ),
  concept(
    'Área dedicada a la innovación',
    'Equipo que tiene entre sus funciones formales promover o coordinar la innovación. Lo que importa es la función, no cómo se llama la unidad.',
    'Area dedicated to innovation',
    'A team with promoting or coordinating innovation among its formal duties. The duty is what matters, not the name of the unit.',
  ),
  concept(
    'Capacitación en gestión de la innovación',
    'Formación en métodos para encontrar necesidades, diseñar soluciones, implementarlas o evaluarlas. Vale también la que fue gratuita, la que dictó otra institución y la que se financió en parte.',
    'Training in innovation management',
    'Training in methods for finding needs, designing solutions, implementing or evaluating them. Training that was free, given by another institution or paid in part counts as well.',
  ),
  concept(
    'Diseño',
    'Primera fase de una iniciativa: se entiende el problema con quienes lo viven, se comparan ideas y se decide qué solución se quiere construir.',
    'Design',
    'First phase of an initiative: the problem is understood together with those who live with it, ideas are compared, and the solution to build is chosen.',
  ),
  concept(
    'Prototipo',
    'Versión simple de una solución, en papel, en pantalla o actuada, que se hace para aprender rápido y a bajo costo. No tiene que funcionar por completo.',
    'Prototype',
    'A simple version of a solution, on paper, on a screen or acted out, made to learn quickly and cheaply. It does not have to work in full.',
  ),
  concept(
    'Testeo y ajuste',
    'Poner el prototipo ante personas que usarían la solución, observar qué ocurre y cambiarlo según lo aprendido. Sin un cambio o una decisión que se base en la prueba no hay ajuste.',
    'Testing and adjustment',
    'Putting the prototype before people who would use the solution, watching what happens and changing it by what was learned. Without a change or a decision that rests on the test there is no adjustment.',
  ),
  concept(
    'Pilotaje',
    'Prueba de la solución en funcionamiento real, pero acotada: en pocos lugares, por un tiempo limitado y con un grupo que represente a quienes la usarán después.',
    'Piloting',
    'A trial of the solution at work in real conditions, but bounded: in few places, for a limited time and with a group that represents those who will use it later.',
  ),
  concept(
    'Implementación',
    'Momento en que la solución pasa a ser parte de la operación habitual de la institución, con responsables y recursos.',
    'Implementation',
    'The moment when the solution becomes part of the institution’s usual work, with people in charge and resources.',
  ),
  concept(
    'Evaluación posterior',
    'Medición de lo que la solución logró una vez implementada, comparada con lo que se esperaba o con lo que había antes.',
    'Evaluation afterwards',
    'Measuring what the solution achieved once implemented, against what was expected or what there was before.',
  ),
  concept(
    'Procedimiento',
    'Descripción escrita de cómo se hace una tarea concreta, por ejemplo recoger las necesidades de las personas usuarias: qué pasos tiene, quién los da y con qué instrumentos.',
    'Procedure',
    'A written description of how one task is done, such as finding out what users need: its steps, who takes them and with which instruments.',
  ),
  concept(
    'Proceso de innovación',
    'Encadenamiento ordenado de fases y procedimientos que lleva una idea desde el problema hasta su evaluación. Está formalizado cuando un acto o documento de la institución lo establece.',
    'Innovation process',
    'The ordered chain of phases and procedures that takes an idea from the problem to its evaluation. It is formalised when an act or document of the institution establishes it.',
  ),
  concept(
    'Datos operacionales',
    'Datos que la institución produce al hacer su trabajo: atenciones, trámites, plazos, consultas.',
    'Operational data',
    'Data that the institution produces as it works: people served, formalities, time taken, enquiries.',
  ),
  concept(
    'Datos abiertos',
    'Datos que cualquiera puede encontrar, descargar y reutilizar sin pedir permiso, en un formato que un programa lee, y sin datos personales. Aquí se cuentan los que van más allá de lo que la ley obliga a publicar.',
    'Open data',
    'Data that anybody can find, download and reuse without asking, in a format that a program reads, and without personal data. Counted here are those beyond what the law obliges to publish.',
  ),
  concept(
    'Lenguaje claro',
    'Manera de escribir con la que una persona entiende a la primera lectura lo que necesita saber o hacer.',
    'Plain language',
    'A way of writing by which a person understands at first reading what they need to know or do.',
  ),
  concept(
    'Lenguaje inclusivo',
    'Manera de nombrar a las personas que no excluye ni menosprecia a nadie por su género, origen, edad, discapacidad o cultura.',
    'Inclusive language',
    'A way of naming people that leaves out or belittles nobody for their gender, origin, age, disability or culture.',
  ),
  concept(
    'Participación ciudadana',
    'Formas en que las personas influyen en lo que hace la institución. La Ley 20.500 establece un mínimo; diálogos, mesas de trabajo o presupuestos participativos son ejemplos de lo que puede agregarse.',
    'Citizen participation',
    'Ways in which people influence what the institution does. Law 20.500 sets a minimum; dialogues, working tables or participatory budgets are examples of what may be added.',
  ),
  concept(
    'Convenio',
    'Acuerdo escrito y firmado con otra institución para trabajar en conjunto, compartir datos o recursos, o transferir aprendizajes.',
    'Agreement',
    'A written and signed accord with another institution to work together, share data or resources, or pass on what was learned.',
  ),
  concept(
    'Gestión del entorno',
    'Trabajo con organizaciones que no son del Estado, como empresas, universidades, fundaciones o comunidades, en las fases de una iniciativa.',
    'Environment management',
    'Work with organisations outside the State, such as companies, universities, foundations or communities, in the phases of an initiative.',
  ),
  concept(
    'Información adicional necesaria',
    'Archivo que respalda una respuesta. Las preguntas que lo piden lo indican; si no se adjunta, hay que decirlo, y la respuesta puede no ser aceptada.',
    'Necessary additional information',
    'A file that supports an answer. Questions that ask for one say so; where none is attached that has to be said, and the answer may not be accepted.',
  ),
  concept(
    'Réplica',
    'Etapa en que la institución puede pedir que se revisen de nuevo respuestas rechazadas, explicando por qué.',
    'Replica',
    'The stage in which the institution may ask for rejected answers to be looked at again, explaining why.',
  ),
  concept(
    'Categoría',
    'Grupo de instituciones parecidas en tamaño, antigüedad, presupuesto y forma de organizarse. Los resultados se comparan solo dentro de la misma categoría: por eso no hay un ranking general.',
    'Category',
    'A group of institutions alike in size, age, budget and way of organising. Results are compared only inside one category, which is why there is no general ranking.',
  ),
  concept(
    'Orientación',
    'A quién sirve sobre todo la misión de la institución: a otras instituciones, o a la ciudadanía con un foco económico o social.',
    'Orientation',
    'Whom the institution’s mission mainly serves: other institutions, or citizens with an economic or a social focus.',
  ),
  concept(
    'Plan de continuidad y de recuperación',
    'Documentos que dicen cómo sigue operando la institución cuando falla un sistema o un lugar de trabajo, y cómo y en cuánto tiempo vuelve a lo normal.',
    'Continuity and recovery plans',
    'Documents that say how the institution goes on working when a system or a workplace fails, and how and in what time it returns to normal.',
  ),
  concept(
    'Clave Única',
    'Medio con que las personas prueban quiénes son ante los servicios digitales del Estado de Chile, con una sola contraseña.',
    'Clave Única',
    'The means by which people prove who they are to the digital services of the State of Chile, with a single password.',
  ),
  concept(
    'Formulario A1',
    'Documento presupuestario en que cada institución declara sus definiciones estratégicas: misión, objetivos, productos y personas usuarias.',
    'Form A1',
    'A budget document in which each institution states its strategic definitions: mission, objectives, products and users.',
  ),
]
