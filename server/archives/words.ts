interface Told {
  readonly form: string
  readonly at: string
  /** Whether people stand under pseudonyms. */
  readonly hidden: boolean
}

/** What an archive says of itself to who opens it in twenty years. */
export const readMe = (language: 'es' | 'en', told: Told): string =>
  (language === 'es' ? leeme(told) : readme(told)).replaceAll('\n', '\r\n')

const leeme = ({ form, at, hidden }: Told): string => `ARCHIVO DE UN FORMULARIO
${form}
Hecho el ${at}.

Todo se abre con programas corrientes, sin conexión y sin esta plataforma.

index.html             Para leer: instituciones, subdimensiones, preguntas, respuesta, decisión, historial y archivos. Sin programas.
instituciones/         Una carpeta por institución: sus páginas, archivos/ con lo que adjuntó comprobantes/ de sus envíos e informes/ publicados, en PDF.
cuestionario/          definition.json es la versión publicada; versiones/ tiene todas. xlsform.xlsx es un XLSForm; cuestionario.pdf se lee.
                       formulario-importable.json se vuelve a cargar en la plataforma.
datos/csv/             Una tabla por archivo: UTF-8 con marca, comas, RFC 4180. Un apóstrofo antepuesto evita que una planilla ejecute el texto.
datos/jsonl/           Las mismas tablas, una fila JSON por línea, con los textos exactos.
datos/archivo.sqlite   Las mismas tablas en una base SQLite.
datapackage.json       Cada tabla y cada columna, en español e inglés (Frictionless Data Package).
recalcular.py          Calcula de nuevo cada resultado y dice qué cifra no coincide: python3 recalcular.py (Python 3.9, sin bibliotecas).
prueba.json            Extremo de la auditoría y resumen del libro, con que se prueba después qué decía la plataforma.
manifest.sha256        SHA-256 de cada archivo. Para comprobar: sha256sum -c manifest.sha256

CÓMO SE CALCULA EL PUNTAJE
Una respuesta obtiene puntaje si fue aceptada; una pregunta administrativa, si fue respondida. Si no, obtiene 0.
Alternativa o Sí y No: el puntaje de lo elegido. Selección múltiple: la suma de lo elegido. Texto y fecha: el puntaje de la pregunta.
Número: el puntaje, si es mayor que 0. Tasa: el puntaje por la respuesta, dividido por la respuesta de otra pregunta, entre 0 y el puntaje;
si el divisor está vacío o es 0, obtiene 0. Bloque: su puntaje una vez, si se aceptó el nombre de una fila; de cada pregunta interior, la mejor fila.
Lo que resta no baja de 0. Una pregunta suma lo suyo y lo que abre, y nunca más que su máximo: el de sus mejores alternativas con lo que abren.
Una subdimensión es la suma de sus preguntas; una dimensión, la de sus subdimensiones; el total, la de las dimensiones.
Cada puntaje se redondea a cuatro decimales, y la mitad se aleja de cero. Con cálculo manual rige el puntaje de la planilla cargada.
Nivel: MALO bajo el primer umbral, BUENO desde el segundo, REGULAR entre ambos; los umbrales de cada resultado están en sus datos.
Madurez: Inicial bajo 25, Creciente bajo 50, Madura hasta 75, Modelo sobre 75. En resultados_respuestas está lo que obtuvo cada respuesta.

Cada institución está como estaba en un mismo momento; la siguiente, un momento después.
No está: notas privadas de quienes evalúan, avisos y tarjetas personales, contraseñas y sesiones.
${hidden ? 'Las personas figuran con seudónimos, los mismos en todo el archivo. Dentro de los textos también se reemplazan sus correos, sus nombres («Daniela Vera», «Vera, Daniela», «D. Vera»), y todo RUT y teléfono chileno escrito con sus separadores habituales. Quedan como se escribieron: un nombre o un apellido suelto, un apodo, un nombre con faltas, el de quien no tiene cuenta, un número escrito de otra manera y el contenido de los archivos adjuntos.' : 'Las personas figuran con el nombre que tenían. Este archivo contiene datos personales: guárdelo como tal.'}
`

const readme = ({ form, at, hidden }: Told): string => `ARCHIVE OF A FORM
${form}
Made on ${at}.

Everything opens with ordinary programs, without a network and without this platform.

index.html             To read: institutions, sub-dimensions, questions, answer, decision, history and files. Without any script.
instituciones/         A folder for each institution: its pages, archivos/ with what it attached, comprobantes/ with its receipts and informes/ with its published reports, as PDF.
cuestionario/          definition.json is the published version; versiones/ has all. xlsform.xlsx is an XLSForm; cuestionario.pdf is to be read.
                       formulario-importable.json can be brought into the platform again.
datos/csv/             A table in each file: UTF-8 with its mark, commas, RFC 4180. An apostrophe before a text keeps a spreadsheet from running it.
datos/jsonl/           The same tables, a JSON row in each line, with the exact texts.
datos/archivo.sqlite   The same tables in a SQLite database.
datapackage.json       Each table and each column, in Spanish and English (Frictionless Data Package).
recalcular.py          Works out each result once more and names each figure that differs: python3 recalcular.py (Python 3.9, no libraries).
prueba.json            End of the audit and digest of the ledger, by which it is proven later what the platform said.
manifest.sha256        SHA-256 of each file. To check: sha256sum -c manifest.sha256

HOW POINTS ARE WORKED OUT
An answer earns points once it was accepted; an administrative question, once it was answered. Otherwise it earns 0.
One option, or yes and no: the points of the choice. Several options: their sum. Text and date: the points of the question.
Number: the points, if it is above 0. Rate: the points times the answer, divided by the answer to another question, between 0 and the points;
if the divisor is empty or 0, it earns 0. Block: its points once, if the name of one row was accepted; of each inner question, the best row.
Negative points never take a question below 0. A question adds its own and what it opens, never more than its maximum: its best options with what they open.
A sub-dimension is the sum of its questions; a dimension, of its sub-dimensions; the whole, of the dimensions.
Points are rounded to four decimals, halves away from zero. Where points are brought by hand, those of the table count.
Level: MALO (poor) below the first threshold, BUENO (good) from the second on, REGULAR (fair) between; each result holds its thresholds.
Maturity: Inicial below 25, Creciente below 50, Madura up to 75, Modelo above 75. resultados_respuestas has what each answer earned.

Each institution is as one moment had it; the next one is of a moment later.
Not in it: private notes of who evaluates, personal notices and cards, passwords and sessions.
${hidden ? 'People stand under pseudonyms, the same ones throughout. Within texts their addresses and names (“Daniela Vera”, “Vera, Daniela”, “D. Vera”) are replaced, too, and every RUT and Chilean telephone number that is written with the usual separators. What stays as it was written: a single name or surname, a nickname, a misspelt name, that of somebody without an account, a number written otherwise, and what is inside attached files.' : 'People stand under the names that they had. This archive holds personal data: keep it as such.'}
`
