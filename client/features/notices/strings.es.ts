export const es = {
  notices: 'Avisos para usted',
  session: 'En esta sesión',
  readAll: 'Marcar todos como leídos',
  read: 'Marcar como leído',
  open: 'Abrir',
  unread: 'Sin leer',
  none: 'No hay avisos.',
} as const
