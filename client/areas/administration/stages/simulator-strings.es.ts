import { es } from '#client/page/strings.es.ts'

export const simulatorEs = {
  ...es,
  simulatorLead: 'Termina ahora la etapa de un formulario y comienza la siguiente. Solo en ambientes de ensayo; queda en el historial.',
  simulatorForm: 'Formulario',
  simulatorChoose: 'Elija un formulario.',
  simulatorClosed:
    'Desde aquí no se pueden simular etapas: hace falta un ambiente de ensayo, en su propio equipo o con la sesión de un administrador.',
  simulatorDone: 'Éxito.',
} as const
