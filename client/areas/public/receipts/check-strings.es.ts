export const es = {
  lead: 'Con el número y el código de un comprobante de envío puede saber si es auténtico. No necesita una cuenta.',
  number: 'Número del comprobante',
  numberHint: 'Por ejemplo, IIP-2026-NORTE-7F3A2-1.',
  code: 'Código, o la huella digital completa',
  codeHint: 'Los 16 caracteres del código, o los 64 de la huella. Los espacios no importan.',
  check: 'Comprobar',
  incomplete: 'Escriba el número y el código tal como están en el comprobante. El código tiene 16 caracteres, de 0 a 9 y de la A a la F.',
  unknown: 'Ningún comprobante tiene ese número y ese código. Revise ambos tal como están impresos.',
  genuine: 'El comprobante es auténtico',
  recalled: 'El comprobante es auténtico, pero el envío se retiró',
  recalledBody: ({ at }: { at: string }) =>
    `La institución lo retiró el ${at}, antes de que alguien lo abriera. Lo que después se envió tiene otro comprobante.`,
  matchWhole: 'La huella digital completa es la de lo que se recibió.',
  matchCode:
    'El código coincide con el comienzo de la huella digital de lo que se recibió. Para comprobarla entera, escriba la huella completa.',
  institution: 'Institución',
  form: 'Formulario',
  sentAt: 'Recibido',
  answers: 'Respuestas',
  files: 'Archivos',
  another: 'Comprobar otro',
} as const
