/** Of the page on which administrators configure it. */
export const configurationEs = {
  configLead:
    'Cuántas subdimensiones puede apelar cada institución y cuáles no admiten réplica. Rige para todo el formulario y se fija antes de que comience la etapa de réplica.',
  configForm: 'Formulario',
  configNoForms: 'No hay formularios',
  configChoose: 'Elija un formulario para configurar su réplica.',
  configMissing: 'Este equipo no tiene el formulario',
  configMissingBody: 'Conéctese a internet para traerlo, o elija otro.',
  configPoints: 'Número de puntos',
  configPointsHint: ({ n }: { n: number }) =>
    `Subdimensiones que puede apelar una institución. Quedan ${n === 1 ? '1 disponible' : `${n} disponibles`} según lo que se excluye.`,
  configExclude: 'Subdimensiones que se excluyen',
  configExcludeHint: 'Excluya al menos una.',
  configSave: 'Guardar',
  configSaved: 'Replica Guardada.',
  configDraft: 'Cambios sin guardar: están en este equipo.',
  configNotKept: 'Este equipo no pudo guardar lo escrito. No cierre la página antes de guardar.',
  configDiscard: 'Descartar cambios',
  configClosed:
    'La etapa de réplica de este formulario ya comenzó: su configuración no se puede cambiar. Clone el formulario para el ciclo siguiente.',
  configNobody: 'Este formulario no tiene subdimensiones.',
  configManual:
    'Los puntajes de este formulario se cargan manualmente: después de la evaluación de réplica hay que subir una planilla nueva.',
  configMovedTitle: ({ name }: { name: string }) => `${name === '' ? 'Otra persona' : name} cambió esta configuración mientras tanto`,
  configTheirs: ({ points, names }: { points: number; names: string }) =>
    `Rige ahora: ${points === 1 ? '1 punto' : `${points} puntos`}; se excluyen ${names}.`,
  configTheirsNone: 'Rige ahora: sin configurar.',
  configTakeTheirs: 'Usar la que rige',
  configKeepMine: 'Guardar la mía',
  configNotApplied: 'Su cambio no se aplicó',
  configProposeAgain: 'Revisar mi cambio',
} as const
