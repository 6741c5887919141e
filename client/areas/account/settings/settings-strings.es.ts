import { es } from '#client/features/accounts/strings.es.ts'

export const settingsEs = {
  ...es,
  profileUpdated: 'Usuario actualizado con éxito',
  currentPassword: 'Contraseña actual',
  repeatPassword: 'Repetir contraseña nueva',
  passwordChanged: 'Contraseña actualizada',
  slashKey: 'La tecla / lleva a la búsqueda de la tabla',
  nextKey: 'La tecla P lleva a lo siguiente pendiente del formulario',
  slashKeyHint: 'Solo cuando no está escribiendo. Vale para este equipo.',
} as const
