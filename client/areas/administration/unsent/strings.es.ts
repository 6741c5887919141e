const things = (n: number): string => (n === 1 ? '1 aporte' : `${n} aportes`)

export const es = {
  /** Link at the administrator's list, and title of the page. */
  lead: 'Quien perdió el acceso con trabajo sin enviar puede entregar una copia cifrada. Ábrala aquí: lo que contiene se ofrece a quien hoy es responsable de cada pregunta.',
  back: 'Instituciones',
  choose: 'Elegir copia',
  chooseOther: 'Elegir otra copia',
  chooseHint: 'El archivo se llama iip-sin-enviar y la fecha. Solo el servidor puede abrirlo: se necesita conexión.',
  opening: 'Abriendo la copia',
  /** {{name}}: of the file. */
  unread: 'No se pudo abrir «{{name}}»',

  whose: 'Copia',
  author: 'Escrito por',
  account: 'Cuenta',
  accountActive: 'Activa: su titular también puede importar la copia',
  accountInactive: 'Desactivada',
  institution: 'Institución',
  noInstitution: 'Sin institución',
  made: 'Copia hecha',
  unreadable: ({ n }: { n: number }) =>
    n === 1 ? '1 parte de la copia no se puede leer y queda en ella.' : `${n} partes de la copia no se pueden leer y quedan en ella.`,

  empty: 'La copia no contiene trabajo.',
  summaryNew: ({ n }: { n: number }) => (n === 1 ? '1 aporte por recuperar' : `${things(n)} por recuperar`),
  summaryNone: 'No queda nada por recuperar en esta copia',
  summaryBody:
    'Nada de lo vigente cambia: cada aporte llega como sugerencia, con el nombre de quien lo escribió. Queda registrado a nombre de usted.',
  recover: ({ n }: { n: number }) => `Recuperar ${things(n)}`,
  recovered: ({ n }: { n: number }) => (n === 1 ? 'Se recuperó 1 aporte.' : `Se recuperaron ${things(n)}.`),
  fileFailed: 'El archivo «{{name}}» no llegó al servidor. Abra la copia otra vez para reintentarlo.',
  sendFiles: ({ n }: { n: number }) => (n === 1 ? 'Enviar 1 archivo de la copia' : `Enviar ${n} archivos de la copia`),
  retryFiles: 'Hay archivos cuya tarjeta ya existe y que aún no llegan al servidor.',

  kind_answer: 'Respuesta',
  kind_comment: 'Comentario',
  kind_file: 'Archivo',
  kind_decision: 'Evaluación',
  kind_draft: 'A medio escribir',
  kind_send: 'Envío',
  kind_assignment: 'Asignación',
  kind_other: 'Otro cambio',
  decision_Accepted: 'Acepta',
  decision_Rejected: 'Rechaza',
  decision_Observed: 'Observa',
  noQuestion: 'Sin pregunta en el formulario vigente',
  fileInCopy: 'El archivo viene en la copia',
  fileAbsent: 'El archivo no viene en la copia: solo su nombre',
  fileArrived: 'El archivo está en el servidor',

  state_new: ({ to }: { to: string }) => `Se ofrecerá a ${to}`,
  state_recovered: 'Recuperado',
  state_arrived: 'Ya había llegado al servidor',
  state_standing: 'Ya es lo vigente',
} as const
