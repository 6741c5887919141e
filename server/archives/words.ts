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
instituciones/         Una carpeta por institución: sus páginas, archivos/ con lo que adjuntó y comprobantes/ de sus envíos en PDF.
cuestionario/          definition.json es la versión publicada; versiones/ tiene todas. xlsform.xlsx es un XLSForm; cuestionario.pdf se lee.
                       formulario-importable.json se vuelve a cargar en la plataforma.
datos/csv/             Una tabla por archivo: UTF-8 con marca, comas, RFC 4180. Un apóstrofo antepuesto evita que una planilla ejecute el texto.
datos/jsonl/           Las mismas tablas, una fila JSON por línea, con los textos exactos.
datos/archivo.sqlite   Las mismas tablas en una base SQLite.
datapackage.json       Cada tabla y cada columna, en español e inglés (Frictionless Data Package).
prueba.json            Extremo de la auditoría y resumen del libro, con que se prueba después qué decía la plataforma.
manifest.sha256        SHA-256 de cada archivo. Para comprobar: sha256sum -c manifest.sha256

Cada institución está como estaba en un mismo momento; la siguiente, un momento después.
No está: notas privadas de quienes evalúan, avisos y tarjetas personales, contraseñas y sesiones.
${hidden ? 'Las personas figuran con seudónimos, los mismos en todo el archivo. Dentro de los textos también se reemplazan sus correos, sus nombres («Daniela Vera», «Vera, Daniela», «D. Vera»), y todo RUT y teléfono chileno escrito con sus separadores habituales. Quedan como se escribieron: un nombre o un apellido suelto, un apodo, un nombre con faltas, el de quien no tiene cuenta, un número escrito de otra manera y el contenido de los archivos adjuntos.' : 'Las personas figuran con el nombre que tenían. Este archivo contiene datos personales: guárdelo como tal.'}
`

const readme = ({ form, at, hidden }: Told): string => `ARCHIVE OF A FORM
${form}
Made on ${at}.

Everything opens with ordinary programs, without a network and without this platform.

index.html             To read: institutions, sub-dimensions, questions, answer, decision, history and files. Without any script.
instituciones/         A folder for each institution: its pages, archivos/ with what it attached, and comprobantes/ with its receipts as PDF.
cuestionario/          definition.json is the published version; versiones/ has all. xlsform.xlsx is an XLSForm; cuestionario.pdf is to be read.
                       formulario-importable.json can be brought into the platform again.
datos/csv/             A table in each file: UTF-8 with its mark, commas, RFC 4180. An apostrophe before a text keeps a spreadsheet from running it.
datos/jsonl/           The same tables, a JSON row in each line, with the exact texts.
datos/archivo.sqlite   The same tables in a SQLite database.
datapackage.json       Each table and each column, in Spanish and English (Frictionless Data Package).
prueba.json            End of the audit and digest of the ledger, by which it is proven later what the platform said.
manifest.sha256        SHA-256 of each file. To check: sha256sum -c manifest.sha256

Each institution is as one moment had it; the next one is of a moment later.
Not in it: private notes of who evaluates, personal notices and cards, passwords and sessions.
${hidden ? 'People stand under pseudonyms, the same ones throughout. Within texts their addresses and names (“Daniela Vera”, “Vera, Daniela”, “D. Vera”) are replaced, too, and every RUT and Chilean telephone number that is written with the usual separators. What stays as it was written: a single name or surname, a nickname, a misspelt name, that of somebody without an account, a number written otherwise, and what is inside attached files.' : 'People stand under the names that they had. This archive holds personal data: keep it as such.'}
`
