/** What the demonstration asks in one sub-dimension and the next: the words by which a person finds a question. */

export const talent = { institutionId: 'norte', subDimensionId: 'talento-humano' }
export const staff = '¿Cuántas personas componen la dotación efectiva de la institución al 31 de mayo de 2025?'
export const profiles = '¿Qué perfiles especializados en servicios digitales trabajan hoy en la institución?'
export const training = 'Durante el período, ¿la institución capacitó a parte de su personal en gestión de la innovación?'
export const trained = '¿Cuántas personas de la institución la completaron?'
export const incentives = '¿Tiene la institución incentivos para que su personal proponga o desarrolle innovaciones?'
export const coordination = '¿Qué cargo coordina la capacitación del personal?'
export const plan = '¿En qué fecha se aprobó el plan anual de capacitación vigente?'
export const difficulty = '¿Cuál es hoy la mayor dificultad del equipo para innovar?'
export const difficultyText = 'Falta tiempo protegido: cada prototipo compite con la operación diaria y casi siempre pierde.'
export const initiatives = '¿Cuántas iniciativas de innovación trabajó la institución entre el 1 de junio de 2024 y el 31 de mayo de 2025?'
export const anonymising = '¿Hay un procedimiento escrito para anonimizar datos antes de publicarlos o compartirlos?'
