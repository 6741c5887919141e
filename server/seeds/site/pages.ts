import type { Content } from '#shared/site/model.ts'
import type { SectionComponent } from '#shared/site/sections.ts'
import type { PictureName } from './pictures.ts'

/** A page of the demonstration's site as its author wrote it. Pictures stand by their names, where their files' ids will. */
export interface PageSeed {
  readonly name: string
  readonly about: {
    readonly title: string
    readonly englishTitle: string
    readonly description: string
    readonly englishDescription: string
  }
  readonly sections: readonly SectionSeed[]
}
export interface SectionSeed {
  readonly component: SectionComponent
  readonly content: Content
  readonly english: Content
}

/** Where a picture goes: `picture:hero`. */
const pic = (name: PictureName): string => `picture:${name}`
/** A picture that says nothing beside the words next to it. */
const decorative = '-'
const section = (component: SectionComponent, content: Content = {}, english: Content = {}): SectionSeed => ({
  component,
  content,
  english,
})
const paragraphs = (...texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')
const bullets = (...texts: readonly string[]): string => `<ul>${texts.map((text) => `<li>${text}</li>`).join('')}</ul>`

const header: PageSeed = {
  name: 'header',
  about: {
    title: 'Encabezado',
    englishTitle: 'Header',
    description: 'Lo que está sobre cada página.',
    englishDescription: 'What stands above every page.',
  },
  sections: [
    section(
      'header',
      {
        imgSrcOne: pic('mark'),
        imgAltOne: 'Índice de Innovación Pública, demostración',
        logoLinkOne: '/',
        imgSrcTwo: pic('laboratory'),
        imgAltTwo: 'Laboratorio de Ejemplo',
        logoLinkTwo: '/about',
        linkTextOne: 'Qué es',
        linkOne: '/about',
        linkTextTwo: 'Metodología',
        linkTwo: '/methodology',
        linkTextThree: 'Beneficios',
        linkThree: '/benefits',
        linkTextFour: 'Categorías',
        linkFour: '/categories',
        showResults: true,
        resultsText: 'Resultados',
      },
      {
        imgAltOne: 'Public Innovation Index, demonstration',
        imgAltTwo: 'Example Laboratory',
        linkTextOne: 'About',
        linkTextTwo: 'Methodology',
        linkTextThree: 'Benefits',
        linkTextFour: 'Categories',
        resultsText: 'Results',
      },
    ),
  ],
}

const footer: PageSeed = {
  name: 'footer',
  about: {
    title: 'Pie de página',
    englishTitle: 'Footer',
    description: 'Lo que está al final de cada página.',
    englishDescription: 'What stands below every page.',
  },
  sections: [
    section(
      'footer',
      {
        socials: [
          { title: 'Boletín de Ejemplo', link: 'https://boletin.example' },
          { title: 'Comunidad de Ejemplo', link: 'https://comunidad.example' },
        ],
        linkTextOne: 'Términos de uso y privacidad',
        linkOne: '/privacy-policies',
        linkTextTwo: 'Preguntas frecuentes',
        linkTwo: '/faq',
        loginText: 'Ingresar a la plataforma',
        logo: pic('whiteMark'),
        logoAlt: 'Índice de Innovación Pública',
        imgSrcOne: pic('partnerOne'),
        imgAltOne: 'Red de Ejemplo',
        imgLinkOne: '/about',
        imgSrcTwo: pic('partnerTwo'),
        imgAltTwo: 'Escuela Ficticia',
        imgLinkTwo: '/benefits',
        imgSrcThree: pic('partnerThree'),
        imgAltThree: 'Fondo Inventado',
        imgLinkThree: '/methodology',
      },
      {
        socials: [{ title: 'Example Newsletter' }, { title: 'Example Community' }],
        linkTextOne: 'Terms of use and privacy',
        linkTextTwo: 'Frequently asked questions',
        loginText: 'Sign in to the platform',
        logoAlt: 'Public Innovation Index',
        imgAltOne: 'Example Network',
        imgAltTwo: 'Fictional School',
        imgAltThree: 'Invented Fund',
      },
    ),
  ],
}

const home: PageSeed = {
  name: 'home',
  about: {
    title: 'Índice de Innovación Pública',
    englishTitle: 'Public Innovation Index',
    description: 'Mide cada año las capacidades con que las instituciones públicas de Chile innovan, y muestra dónde pueden mejorar.',
    englishDescription:
      'Measures every year the capacities with which Chile’s public institutions innovate, and shows where they can improve.',
  },
  sections: [
    section(
      'homeHeader',
      {
        image: pic('hero'),
        alt: decorative,
        title: 'Índice de Innovación Pública',
        subtitle:
          'Cada año las instituciones públicas miran cómo innovan: con qué recursos, con qué prácticas y con quiénes. El resultado dice dónde están y por dónde seguir.',
        link: '/methodology',
        linkText: 'Cómo se mide',
      },
      {
        alt: decorative,
        title: 'Public Innovation Index',
        subtitle:
          'Every year public institutions look at how they innovate: with which resources, by which practices and together with whom. The result tells where they stand and which way to go on.',
        linkText: 'How it is measured',
      },
    ),
    section(
      'index',
      {
        title: 'Tres dimensiones, diez capacidades, cien puntos',
        imgSrcOne: pic('resources'),
        imgAltOne: decorative,
        subtitleOne: 'Recursos institucionales · 20 puntos',
        bodyOne: paragraphs(
          'Las personas, el marco, las herramientas digitales y la estrategia con que cuenta una institución para innovar.',
        ),
        imgSrcTwo: pic('practices'),
        imgAltTwo: decorative,
        subtitleTwo: 'Prácticas y procesos · 40 puntos',
        bodyTwo: paragraphs(
          'Lo que la institución hace: sus iniciativas, los procedimientos que dejó escritos y el proceso que las ordena.',
        ),
        imgSrcThree: pic('collaboration'),
        imgAltThree: decorative,
        subtitleThree: 'Colaboración y apertura · 40 puntos',
        bodyThree: paragraphs(
          'Con quiénes lo hace: las personas usuarias, otras instituciones públicas y organizaciones de fuera del Estado.',
        ),
      },
      {
        title: 'Three dimensions, ten capacities, a hundred points',
        imgAltOne: decorative,
        subtitleOne: 'Institutional resources · 20 points',
        bodyOne: paragraphs('The people, the framework, the digital tools and the strategy that an institution has at hand to innovate.'),
        imgAltTwo: decorative,
        subtitleTwo: 'Practices and processes · 40 points',
        bodyTwo: paragraphs(
          'What the institution does: its initiatives, the procedures it has put in writing and the process that orders them.',
        ),
        imgAltThree: decorative,
        subtitleThree: 'Collaboration and openness · 40 points',
        bodyThree: paragraphs('With whom it does so: its users, other public institutions and organisations outside the State.'),
      },
    ),
    section(
      'centeredTexts',
      {
        title: 'Una medición para aprender',
        listData: [
          {
            src: pic('answer'),
            alt: decorative,
            title: 'Responder',
            body: paragraphs(
              'Cada institución reparte las preguntas entre quienes conocen la materia y respalda lo que dice con documentos. También sin conexión.',
            ),
          },
          {
            src: pic('evaluate'),
            alt: decorative,
            title: 'Revisar',
            body: paragraphs(
              'Un equipo evaluador lee cada respuesta y su respaldo. Lo que observa se puede corregir, y lo que rechaza se puede apelar.',
            ),
          },
          {
            src: pic('improve'),
            alt: decorative,
            title: 'Mejorar',
            body: paragraphs(
              'Cada punto del informe se puede seguir hasta la respuesta que lo explica. Ahí comienza el plan del año siguiente.',
            ),
          },
        ],
      },
      {
        title: 'A measurement to learn from',
        listData: [
          {
            alt: decorative,
            title: 'Answer',
            body: paragraphs(
              'Each institution shares the questions out among those who know the matter, and supports what it says with documents. Offline, too.',
            ),
          },
          {
            alt: decorative,
            title: 'Review',
            body: paragraphs(
              'A team of evaluators reads each answer and its evidence. What they observe can be corrected, and what they reject can be appealed.',
            ),
          },
          {
            alt: decorative,
            title: 'Improve',
            body: paragraphs(
              'Every point of the report can be followed down to the answer that explains it. That is where next year’s plan begins.',
            ),
          },
        ],
      },
    ),
    section(
      'orangeSection',
      {
        title: 'Voluntaria, gratuita y sin ranking',
        listData: [
          { title: 'Participa quien quiere, y no paga por ello', src: pic('network'), alt: decorative },
          { title: 'Se compara solo dentro de una misma categoría', src: pic('pillars'), alt: decorative },
          {
            title: 'Con el nombre de cada institución se publica lo que muestran los resultados interactivos',
            src: pic('data'),
            alt: decorative,
          },
        ],
      },
      {
        title: 'Voluntary, free of charge and without a ranking',
        listData: [
          { title: 'Whoever wants to takes part, and pays nothing', alt: decorative },
          { title: 'Comparisons are made inside one category only', alt: decorative },
          { title: 'What the interactive results show is published with each institution’s name', alt: decorative },
        ],
      },
    ),
    section(
      'indexCategories',
      {
        title: 'Instituciones que se parecen',
        body: paragraphs(
          'Una subsecretaría centenaria y un servicio de hace diez años no parten del mismo lugar. Por eso el índice las agrupa en tres categorías.',
        ),
        imgSrcOne: pic('pillars'),
        imgAltOne: 'Pilares: columnas que sostienen un techo',
        imgSrcTwo: pic('centralised'),
        imgAltTwo: 'Centralizadas: círculos en torno a un centro',
        imgSrcThree: pic('recent'),
        imgAltThree: 'Nuevas: una planta que crece',
        link: '/categories',
        linkText: 'Conocer las categorías',
      },
      {
        title: 'Institutions that are alike',
        body: paragraphs(
          'A ministry’s office of a hundred years and a service of ten do not start from the same place. That is why the index groups them in three categories.',
        ),
        imgAltOne: 'Pillars: columns that carry a roof',
        imgAltTwo: 'Centralised: circles around a centre',
        imgAltThree: 'New: a plant that grows',
        linkText: 'Read about the categories',
      },
    ),
    section(
      'institutions',
      {
        title: 'Datos abiertos',
        titleBody: paragraphs(
          'Promedios, distribución, capacidades e iniciativas de cada año, con sus gráficos y tablas, para leer aquí o para llevar.',
        ),
        imgSrcOne: pic('data'),
        imgAltOne: decorative,
        subtitleOne: 'Explorar los gráficos',
        imgSrcTwo: pic('report'),
        imgAltTwo: decorative,
        subtitleTwo: 'Descargar las tablas',
        imgSrcThree: pic('network'),
        imgAltThree: decorative,
        subtitleThree: 'Citar una dirección estable',
        link: '/open-data',
        linkText: 'Ver los datos abiertos',
      },
      {
        title: 'Open data',
        titleBody: paragraphs(
          'Averages, distribution, capacities and initiatives of each year, with their charts and tables, to read here or to take away.',
        ),
        imgAltOne: decorative,
        subtitleOne: 'Explore the charts',
        imgAltTwo: decorative,
        subtitleTwo: 'Download the tables',
        imgAltThree: decorative,
        subtitleThree: 'Cite a stable address',
        linkText: 'See the open data',
      },
    ),
    section('divider'),
    section(
      'titleBody',
      {
        title: 'Este es un sitio de demostración',
        body: paragraphs(
          'Las instituciones, las personas, las respuestas y las cifras que se muestran aquí son inventadas. Sirven para conocer la plataforma y no dicen nada de ninguna institución real.',
        ),
      },
      {
        title: 'This is a demonstration site',
        body: paragraphs(
          'The institutions, people, answers and figures shown here are invented. They serve to get to know the platform and say nothing of any real institution.',
        ),
      },
    ),
  ],
}

const about: PageSeed = {
  name: 'about',
  about: {
    title: 'Qué es el índice',
    englishTitle: 'About the index',
    description: 'Para qué existe el índice, qué mide y qué no, y cómo ha crecido desde su primera edición.',
    englishDescription: 'What the index is for, what it measures and what it does not, and how it has grown since its first edition.',
  },
  sections: [
    section('title', { title: 'Qué es el índice' }, { title: 'About the index' }),
    section(
      'titleBody',
      {
        title: 'Para qué existe',
        body: paragraphs(
          'Innovar en el Estado es resolver mejor un problema de las personas, y poder hacerlo otra vez. Lo primero puede ser suerte; lo segundo necesita capacidades: gente preparada, tiempo, método y alianzas.',
          'El índice mira esas capacidades. No premia una buena idea ni castiga un mal año: pregunta con qué cuenta la institución, qué hace con ello y con quiénes, y pide un documento que lo respalde.',
        ),
      },
      {
        title: 'What it is for',
        body: paragraphs(
          'To innovate in the State is to solve a problem of people better, and to be able to do it again. The first may be luck; the second takes capacities: people who are prepared, time, method and alliances.',
          'The index looks at those capacities. It does not reward a good idea or punish a bad year: it asks what the institution has, what it does with it and together with whom, and for a document that supports it.',
        ),
      },
    ),
    section(
      'image',
      { src: pic('cycle'), alt: 'Seis pasos unidos por una línea: de responder a publicar', fullWidth: true },
      { alt: 'Six steps joined by a line: from answering to publishing' },
    ),
    section(
      'list',
      {
        title: 'Cómo ha crecido',
        listData: [
          {
            title: 'Primera edición',
            body: paragraphs(
              'Se respondió entre septiembre y diciembre de 2020, sobre el año 2019, con 37 servicios públicos. (Nota técnica de resultados 2020, BID y Laboratorio de Gobierno.)',
            ),
            withImage: false,
            icon: '',
            iconAltText: '',
          },
          {
            title: 'Segunda y tercera',
            body: paragraphs(
              'Los resultados de la segunda se presentaron el 7 de abril de 2022: con ella eran 42 los servicios medidos. La tercera comenzó ese año con 44 instituciones. (Ministerio de Hacienda; Secretaría de Modernización.)',
            ),
            withImage: false,
            icon: '',
            iconAltText: '',
          },
          {
            title: 'Cada año desde entonces',
            body: paragraphs(
              'Un estudio de la CEPAL, presentado el 10 de noviembre de 2025, contó seis ediciones y más de 70 servicios en total.',
            ),
            withImage: false,
            icon: '',
            iconAltText: '',
          },
        ],
      },
      {
        title: 'How it has grown',
        listData: [
          {
            title: 'First edition',
            body: paragraphs(
              'Answered between September and December 2020, about the year 2019, by 37 public services. (Technical note on the results of 2020, IDB and Laboratorio de Gobierno.)',
            ),
            iconAltText: '',
          },
          {
            title: 'Second and third',
            body: paragraphs(
              'The results of the second were presented on 7 April 2022: with it 42 services had been measured. The third began that year with 44 institutions. (Ministry of Finance; Secretariat of Modernisation.)',
            ),
            iconAltText: '',
          },
          {
            title: 'Every year since',
            body: paragraphs('A study by ECLAC, presented on 10 November 2025, counted six editions and more than 70 services in all.'),
            iconAltText: '',
          },
        ],
      },
    ),
    section(
      'titleBody',
      {
        title: 'Lo que no es',
        body: bullets(
          'No es un ranking: nadie aparece como primero o último, y las categorías no se comparan entre sí.',
          'No es una fiscalización: las respuestas y los documentos no se usan para sancionar a nadie.',
          'No mide los resultados de las políticas. Hay preguntas sobre ellos, para estudiarlos, y no suman puntos.',
        ),
      },
      {
        title: 'What it is not',
        body: bullets(
          'It is no ranking: nobody is shown as first or last, and categories are not compared with each other.',
          'It is no audit: answers and documents are not used to sanction anybody.',
          'It does not measure the results of policies. There are questions about them, for study, and they earn no points.',
        ),
      },
    ),
  ],
}

const benefits: PageSeed = {
  name: 'benefits',
  about: {
    title: 'Beneficios de participar',
    englishTitle: 'Benefits of taking part',
    description: 'Qué recibe una institución que participa: un informe explicable, una comparación justa y compañía para mejorar.',
    englishDescription:
      'What an institution receives that takes part: a report that can be explained, a fair comparison and company on the way.',
  },
  sections: [
    section('title', { title: 'Beneficios de participar' }, { title: 'Benefits of taking part' }),
    section(
      'bigCenteredTexts',
      {
        title: 'Lo que recibe su institución',
        listData: [
          {
            src: pic('report'),
            alt: decorative,
            title: 'Un informe que se explica solo',
            body: paragraphs(
              'Cada cifra se abre hasta la pregunta, la respuesta, la decisión y el documento. Nadie tiene que creer un número sin ver de dónde sale.',
            ),
          },
          {
            src: pic('pillars'),
            alt: decorative,
            title: 'Una comparación justa',
            body: paragraphs(
              'Con el promedio de su propia categoría y con sus propios años anteriores. Nunca con instituciones de otra naturaleza.',
            ),
          },
        ],
      },
      {
        title: 'What your institution receives',
        listData: [
          {
            alt: decorative,
            title: 'A report that explains itself',
            body: paragraphs(
              'Every figure opens down to the question, the answer, the decision and the document. Nobody has to believe a number without seeing where it comes from.',
            ),
          },
          {
            alt: decorative,
            title: 'A fair comparison',
            body: paragraphs(
              'With the average of its own category and with its own earlier years. Never with institutions of another nature.',
            ),
          },
        ],
      },
    ),
    section(
      'indexUse',
      {
        title: 'Para qué la usan',
        listData: [
          {
            src: pic('improve'),
            alt: decorative,
            title: 'Decidir qué mejorar',
            body: paragraphs('Las capacidades con menos puntos muestran dónde un esfuerzo pequeño cambia más.'),
          },
          {
            src: pic('network'),
            alt: decorative,
            title: 'Encontrar a quien ya lo hizo',
            body: paragraphs('Mentorías, encuentros y una red de instituciones que comparten sus prácticas.'),
          },
          {
            src: pic('data'),
            alt: decorative,
            title: 'Rendir cuenta',
            body: paragraphs('Un registro de cada año, con respaldos, que sigue ahí cuando cambian las personas.'),
          },
        ],
      },
      {
        title: 'What they use it for',
        listData: [
          {
            alt: decorative,
            title: 'To decide what to improve',
            body: paragraphs('The capacities with fewest points show where a small effort changes most.'),
          },
          {
            alt: decorative,
            title: 'To find who has done it',
            body: paragraphs('Mentoring, meetings and a network of institutions that share their practices.'),
          },
          {
            alt: decorative,
            title: 'To give account',
            body: paragraphs('A record of each year, with its evidence, that is still there when people move on.'),
          },
        ],
      },
    ),
    section(
      'titleBody',
      {
        title: 'Cuánto trabajo significa',
        body: paragraphs(
          'Una persona lidera y reparte: nadie responde todo. En la primera edición el cuestionario tenía 39 preguntas cuando no se abría ninguna dependiente, y participaron más de 280 personas de 37 servicios.',
          'Lo respondido el año anterior está a la vista, y los archivos pueden prepararse con tiempo: el cuestionario en blanco se descarga desde <a href="/faq">Preguntas frecuentes</a>.',
        ),
      },
      {
        title: 'How much work it is',
        body: paragraphs(
          'One person leads and shares out: nobody answers everything. In the first edition the questionnaire had 39 questions while none of the dependent ones opened, and more than 280 people of 37 services took part.',
          'What was answered the year before is at hand, and files can be prepared in good time: the blank questionnaire can be downloaded from <a href="/en/faq">Frequently asked questions</a>.',
        ),
      },
    ),
  ],
}

const categories: PageSeed = {
  name: 'categories',
  about: {
    title: 'Categorías de instituciones',
    englishTitle: 'Categories of institutions',
    description: 'Pilares, Centralizadas y Nuevas: por qué las instituciones se agrupan y cómo se forman los grupos.',
    englishDescription: 'Pillars, Centralised and New: why institutions are grouped, and how the groups are formed.',
  },
  sections: [
    section('title', { title: 'Categorías de instituciones' }, { title: 'Categories of institutions' }),
    section(
      'titleBody',
      {
        title: 'Por qué agrupar',
        body: paragraphs(
          'El presupuesto, la edad y la organización de una institución influyen en lo que puede hacer. Comparar a todas entre sí diría más de esas diferencias que de su innovación. Los resultados son comparables solo dentro de una categoría.',
        ),
      },
      {
        title: 'Why group them',
        body: paragraphs(
          'An institution’s budget, age and organisation bear on what it can do. To compare all with all would tell more of those differences than of their innovation. Results can be compared inside one category only.',
        ),
      },
    ),
    section(
      'index',
      {
        title: 'Las tres categorías',
        imgSrcOne: pic('pillars'),
        imgAltOne: decorative,
        subtitleOne: 'Pilares',
        bodyOne: paragraphs('Servicios de gran presupuesto, con presencia en todo el país y muchos años de historia.'),
        imgSrcTwo: pic('centralised'),
        imgAltTwo: decorative,
        subtitleTwo: 'Centralizadas',
        bodyTwo: paragraphs('Servicios que dependen directamente de un ministerio, de presupuesto menor y larga trayectoria.'),
        imgSrcThree: pic('recent'),
        imgAltThree: decorative,
        subtitleThree: 'Nuevas',
        bodyThree: paragraphs('Servicios creados en las últimas décadas, con patrimonio y organización propios.'),
      },
      {
        title: 'The three categories',
        imgAltOne: decorative,
        subtitleOne: 'Pillars',
        bodyOne: paragraphs('Services with a large budget, present in the whole country and with many years behind them.'),
        imgAltTwo: decorative,
        subtitleTwo: 'Centralised',
        bodyTwo: paragraphs('Services that depend directly on a ministry, with a smaller budget and a long history.'),
        imgAltThree: decorative,
        subtitleThree: 'New',
        bodyThree: paragraphs('Services created in the last decades, with assets and an organisation of their own.'),
      },
    ),
    section(
      'titleBody',
      {
        title: 'Cómo se forman',
        body: `${paragraphs('Con un método estadístico que junta a las que más se parecen (k-medias), sobre cuatro datos de cada servicio:')}${bullets('el presupuesto total,', 'si su organización es centralizada,', 'el año en que se creó, y', 'cuántos productos estratégicos declara.')}${paragraphs('En la primera edición, de 92 servicios 31 resultaron Pilares, 26 Centralizadas y 35 Nuevas. (Nota técnica de resultados 2020, BID y Laboratorio de Gobierno.)')}`,
      },
      {
        title: 'How they are formed',
        body: `${paragraphs('By a statistical method that brings together those that are most alike (k-means), on four facts of each service:')}${bullets('its total budget,', 'whether its organisation is centralised,', 'the year in which it was created, and', 'how many strategic products it declares.')}${paragraphs('In the first edition, of 92 services 31 came out as Pillars, 26 as Centralised and 35 as New. (Technical note on the results of 2020, IDB and Laboratorio de Gobierno.)')}`,
      },
    ),
    section(
      'titleBody',
      {
        title: 'La orientación',
        body: paragraphs(
          'Cada institución tiene además una orientación, según a quién sirve en primer lugar: al propio Estado (Institucional), a la ciudadanía en lo económico o a la ciudadanía en lo social. Sirve para filtrar los datos abiertos.',
        ),
      },
      {
        title: 'Orientation',
        body: paragraphs(
          'Each institution also has an orientation, after whom it serves in the first place: the State itself (Institutional), citizens in economic matters, or citizens in social matters. It serves to filter the open data.',
        ),
      },
    ),
  ],
}

const methodology: PageSeed = {
  name: 'methodology',
  about: {
    title: 'Metodología',
    englishTitle: 'Methodology',
    description: 'Qué vale cada dimensión y capacidad, cómo se revisa, cómo se suman los puntos y cómo se leen los niveles de madurez.',
    englishDescription:
      'What each dimension and capacity is worth, how answers are reviewed, how points add up and how levels of maturity read.',
  },
  sections: [
    section('title', { title: 'Metodología' }, { title: 'Methodology' }),
    section(
      'list',
      {
        title: 'Qué se mide y cuánto vale',
        listData: [
          {
            title: 'Recursos institucionales, 20 puntos',
            body: bullets('Talento humano, 6', 'Marco institucional, 2', 'Recursos digitales, 4', 'Estrategia y gobernanza, 8'),
            withImage: true,
            icon: pic('resources'),
            iconAltText: decorative,
          },
          {
            title: 'Prácticas y procesos, 40 puntos',
            body: bullets('Actividades y prácticas, 14', 'Procedimientos, 7', 'Procesos, 19'),
            withImage: true,
            icon: pic('practices'),
            iconAltText: decorative,
          },
          {
            title: 'Colaboración y apertura, 40 puntos',
            body: bullets('Participación de usuarios, 16', 'Coordinación interinstitucional, 14,5', 'Gestión del entorno, 9,5'),
            withImage: true,
            icon: pic('collaboration'),
            iconAltText: decorative,
          },
        ],
      },
      {
        title: 'What is measured, and what it is worth',
        listData: [
          {
            title: 'Institutional resources, 20 points',
            body: bullets('Human talent, 6', 'Institutional framework, 2', 'Digital resources, 4', 'Strategy and governance, 8'),
            iconAltText: decorative,
          },
          {
            title: 'Practices and processes, 40 points',
            body: bullets('Activities and practices, 14', 'Procedures, 7', 'Processes, 19'),
            iconAltText: decorative,
          },
          {
            title: 'Collaboration and openness, 40 points',
            body: bullets('User participation, 16', 'Inter-institutional coordination, 14.5', 'Management of the environment, 9.5'),
            iconAltText: decorative,
          },
        ],
      },
    ),
    section(
      'image',
      { src: pic('cycle'), alt: 'Los seis pasos de la medición, unidos por una línea', fullWidth: true },
      { alt: 'The six steps of the measurement, joined by a line' },
    ),
    section(
      'titleBody',
      {
        title: 'Los seis pasos',
        body: `<ol><li><strong>Ingreso.</strong> La institución responde y adjunta sus respaldos.</li><li><strong>Revisión.</strong> El equipo evaluador acepta u observa cada respuesta.</li><li><strong>Ajuste.</strong> La institución corrige lo observado, o explica por qué lo mantiene.</li><li><strong>Cálculo.</strong> Con las respuestas aceptadas se calculan los puntos.</li><li><strong>Resultado y réplica.</strong> La institución lee su resultado preliminar y puede apelar lo rechazado.</li><li><strong>Publicación.</strong> Quedan los resultados finales y los datos de todos.</li></ol>`,
      },
      {
        title: 'The six steps',
        body: `<ol><li><strong>Answering.</strong> The institution answers and attaches its evidence.</li><li><strong>Review.</strong> The evaluators accept or observe each answer.</li><li><strong>Correction.</strong> The institution corrects what was observed, or explains why it stands by it.</li><li><strong>Calculation.</strong> Points are worked out from the answers that were accepted.</li><li><strong>Result and appeal.</strong> The institution reads its preliminary result and may appeal what was rejected.</li><li><strong>Publication.</strong> The final results stand, and everybody’s data.</li></ol>`,
      },
    ),
    section(
      'titleBody',
      {
        title: 'Cómo se leen los puntos',
        body: `${paragraphs('Una respuesta suma solo si fue aceptada, y lo que no se responde no resta. El índice va de 0 a 100:')}${bullets('<strong>Inicial</strong>: menos de 25 puntos', '<strong>Creciente</strong>: de 25 a menos de 50', '<strong>Madura</strong>: de 50 a 75', '<strong>Modelo</strong>: más de 75')}${paragraphs('En los datos abiertos los puntajes llevan un decimal, y la desviación estándar es la de una muestra (n − 1). De grupos de menos de tres instituciones, o que dejarían ver uno así por diferencia, se dice solo cuántas son.')}`,
      },
      {
        title: 'How points read',
        body: `${paragraphs('An answer earns only when it was accepted, and what is not answered takes nothing away. The index runs from 0 to 100:')}${bullets('<strong>Initial</strong>: under 25 points', '<strong>Growing</strong>: from 25 to under 50', '<strong>Mature</strong>: from 50 to 75', '<strong>Model</strong>: over 75')}${paragraphs('In open data scores have one decimal, and the standard deviation is that of a sample (n − 1). Of groups of fewer than three institutions, or that would reveal one by subtraction, only their number is told.')}`,
      },
    ),
    section(
      'downloads',
      { title: 'Para llevar', listData: [{ title: 'Dimensiones, capacidades y puntajes (planilla)', file: 'picture:weights' }] },
      { title: 'To take away', listData: [{ title: 'Dimensions, capacities and points (spreadsheet)' }] },
    ),
  ],
}

const privacyPolicies: PageSeed = {
  name: 'privacypolicies',
  about: {
    title: 'Términos de uso y privacidad',
    englishTitle: 'Terms of use and privacy',
    description: 'Qué guarda este sitio, para qué, y cómo se pueden usar sus datos.',
    englishDescription: 'What this site keeps, what for, and how its data may be used.',
  },
  sections: [
    section('title', { title: 'Términos de uso y privacidad' }, { title: 'Terms of use and privacy' }),
    section(
      'titleBody',
      {
        title: 'Quien visita',
        body: paragraphs(
          'Para leer este sitio no hace falta una cuenta. El sitio no usa cookies ni mide a quienes lo visitan, y no carga nada de otros sitios.',
          'Su navegador guarda una copia de las páginas que usted visita, para que pueda leerlas sin conexión. Esa copia queda solo en su equipo y desaparece cuando borra los datos del navegador.',
        ),
      },
      {
        title: 'Who visits',
        body: paragraphs(
          'Reading this site takes no account. The site uses no cookies, does not track its visitors and loads nothing from other sites.',
          'Your browser keeps a copy of the pages that you visit, so that you can read them offline. That copy stays on your device alone and goes when you clear the browser’s data.',
        ),
      },
    ),
    section(
      'titleBody',
      {
        title: 'Quien participa',
        body: paragraphs(
          'De quienes responden y evalúan se guardan el nombre, el correo institucional y lo que hicieron, para que cada decisión se pueda explicar. Lo que respondió una institución lo ven su gente y el laboratorio.',
          'Los resultados de un ciclo se publican solo cuando el laboratorio decide mostrarlos, después de que cada institución recibe los suyos. Desde entonces se lee, con el nombre de cada institución, lo que muestran los resultados interactivos: su categoría, su puntaje, sus puntos por dimensión y las cifras de sus respuestas que el laboratorio haya elegido para los tableros. Qué cifras son se ve allí mismo, y cambia solo cuando el laboratorio muestra otras. Ninguna otra respuesta se publica con nombre, salvo en una base abierta en la que el laboratorio lo elija y lo diga.',
        ),
      },
      {
        title: 'Who takes part',
        body: paragraphs(
          'Of those who answer and evaluate, their name, their address at work and what they did are kept, so that every decision can be explained. What an institution answered is seen by its people and the laboratory.',
          'The results of a cycle are published only when the laboratory decides to show them, after each institution has received its own. From then on anybody reads, with the name of each institution, what the interactive results show: its category, its score, its points in each dimension, and the figures of its answers that the laboratory has chosen for the dashboards. Which figures these are can be seen there, and changes only when the laboratory shows others. No other answer is published by name, except in an open base in which the laboratory chooses to and says so.',
        ),
      },
    ),
    section(
      'titleBody',
      {
        title: 'Los datos abiertos',
        body: paragraphs(
          'Los datos abiertos se pueden usar, copiar y publicar, también con fines comerciales, si se nombra su origen (licencia Creative Commons Atribución 4.0). En esta demostración son inventados: no los cite como reales.',
        ),
      },
      {
        title: 'The open data',
        body: paragraphs(
          'The open data may be used, copied and published, for commercial ends too, if their origin is named (Creative Commons Attribution 4.0). In this demonstration they are invented: do not cite them as real.',
        ),
      },
    ),
  ],
}

/** The demonstration's site: its header, its footer and six pages. */
export const sitePages: readonly PageSeed[] = [header, footer, home, about, benefits, categories, methodology, privacyPolicies]
