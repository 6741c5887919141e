import { Lexer, Name, Operator, PdfFile, Ref, type Dict, type Value } from './pdf-file.ts'

/** An element of the tree. */
export interface Tagged {
  readonly type: string
  readonly alt: string | undefined
  readonly scope: string | undefined
  readonly children: readonly Tagged[]
  /** Pieces of pages that it holds itself: page, from 0, and mark. */
  readonly pieces: readonly { readonly page: number; readonly mark: number }[]
  /** Annotations that it holds, by their number. */
  readonly annotations: readonly number[]
}

const nameOf = (value: Value | undefined): string => (value instanceof Name ? value.name : '')
const paints = new Set(['f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*', 'Tj', 'TJ', "'", '"', 'Do', 'sh', 'EI'])

/**
 * What is wrong with how a document is tagged for readers that speak: what of PDF/UA-1 a program can see. Empty of a document in which it
 * sees nothing wrong.
 */
export function faultsOf(bytes: Uint8Array): readonly string[] {
  const file = new PdfFile(bytes)
  const { root } = file
  const faults: string[] = []
  const claim = (isTrue: boolean, fault: string): void => {
    if (!isTrue) faults.push(fault)
  }
  claim(file.dict(root.get('MarkInfo')).get('Marked') === true, 'it does not say that it is marked')
  claim(typeof root.get('Lang') === 'string', 'no language')
  claim(file.dict(root.get('ViewerPreferences')).get('DisplayDocTitle') === true, 'the title is not shown')
  claim(typeof file.value(file.dict(file.trailer.get('Info')).get('Title')) === 'string', 'no title')
  const xmp = Buffer.from(file.stream(root.get('Metadata')), 'latin1').toString('utf8')
  claim(/<pdfuaid:part>1<\/pdfuaid:part>/.test(xmp), 'no mark of PDF/UA-1')
  claim(/<dc:title>/.test(xmp), 'no title in its metadata')
  claim(root.has('Outlines'), 'no bookmarks')
  for (const banned of ['OpenAction', 'AA', 'AcroForm']) claim(!root.has(banned), `it has ${banned}`)
  for (const banned of ['JavaScript', 'EmbeddedFiles']) claim(!file.dict(root.get('Names')).has(banned), `it has ${banned}`)

  const owned = new Map<string, string>()
  const tree = treeOf(file, (page, mark, type) => {
    claim(!owned.has(`${page} ${mark}`), `page ${page + 1}: mark ${mark} is in two elements`)
    owned.set(`${page} ${mark}`, type)
  })
  claim(tree.length === 1 && tree[0]?.type === 'Document', 'the tree does not begin with one Document')
  for (const [number, { dict }] of file.pages.entries()) {
    claim(nameOf(dict.get('Tabs')) === 'S', `page ${number + 1}: tabs do not follow the tree`)
    const marks = marksOf(file, dict, (fault) => faults.push(`page ${number + 1}: ${fault}`))
    for (const { mark, tag } of marks) {
      const type = owned.get(`${number} ${mark}`)
      claim(type !== undefined, `page ${number + 1}: mark ${mark} is in no element`)
      claim(type === undefined || type === tag, `page ${number + 1}: mark ${mark} is called ${tag} and stands in ${type}`)
    }
    const seen = new Set(marks.map(({ mark }) => mark))
    for (const key of owned.keys())
      if (key.startsWith(`${number} `))
        claim(seen.has(Number(key.split(' ')[1])), `page ${number + 1}: an element names mark ${key}, which is not there`)
    faults.push(...annotationFaults(file, dict, tree).map((fault) => `page ${number + 1}: ${fault}`))
    faults.push(...fontFaults(file, dict).map((fault) => `page ${number + 1}: ${fault}`))
  }
  faults.push(...elementFaults(tree))
  return [...new Set(faults)]
}

/** The tree of a document. */
export function treeIn(bytes: Uint8Array): readonly Tagged[] {
  return treeOf(new PdfFile(bytes), () => undefined)
}

/** Elements of a tree in reading order. */
export const elementsOf = (tree: readonly Tagged[]): readonly Tagged[] => tree.flatMap((each) => [each, ...elementsOf(each.children)])

function treeOf(file: PdfFile, own: (page: number, mark: number, type: string) => void): readonly Tagged[] {
  const pages = new Map(file.pages.map(({ ref }, at) => [ref.id, at]))
  const read = (given: Value): Tagged => {
    const dict = file.dict(given)
    const type = nameOf(dict.get('S'))
    const children: Tagged[] = []
    const pieces: { page: number; mark: number }[] = []
    const annotations: number[] = []
    const pageOf = (ref: Value | undefined): number => (ref instanceof Ref ? (pages.get(ref.id) ?? -1) : -1)
    const kids = file.value(dict.get('K'))
    for (const kid of Array.isArray(kids) ? kids : kids === undefined || kids === null ? [] : [kids]) {
      if (typeof kid === 'number') pieces.push({ page: pageOf(dict.get('Pg')), mark: kid })
      else {
        const inside = file.dict(kid)
        const kind = nameOf(inside.get('Type'))
        if (kind === 'MCR') pieces.push({ page: pageOf(inside.get('Pg')), mark: Number(inside.get('MCID')) })
        else if (kind === 'OBJR') {
          const annotation = inside.get('Obj')
          if (annotation instanceof Ref) annotations.push(annotation.id)
        } else children.push(read(kid))
      }
    }
    for (const { page, mark } of pieces) own(page, mark, type)
    const alt = file.value(dict.get('Alt'))
    const attributes = file.dict(dict.get('A'))
    return {
      type,
      alt: typeof alt === 'string' ? alt : undefined,
      scope: attributes.has('Scope') ? nameOf(attributes.get('Scope')) : undefined,
      children,
      pieces,
      annotations,
    }
  }
  const kids = file.value(file.dict(file.root.get('StructTreeRoot')).get('K'))
  return (Array.isArray(kids) ? kids : kids ? [kids] : []).map(read)
}

/** Marks of a page's content, in the order in which they are painted; what is painted outside of any is told. */
function marksOf(file: PdfFile, page: Dict, tell: (fault: string) => void): readonly { readonly mark: number; readonly tag: string }[] {
  const found: { mark: number; tag: string }[] = []
  const open: ('artifact' | 'content' | 'other')[] = []
  const lexer = new Lexer(file.stream(page.get('Contents')))
  let operands: Value[] = []
  for (let value = lexer.next(); value !== undefined; value = lexer.next()) {
    if (!(value instanceof Operator)) {
      operands.push(value)
      continue
    }
    const { name } = value
    if (name === 'BDC' || name === 'BMC') {
      const [tag, properties] = operands
      const mark = properties instanceof Map ? properties.get('MCID') : undefined
      const kind = nameOf(tag) === 'Artifact' ? 'artifact' : typeof mark === 'number' ? 'content' : 'other'
      if (kind !== 'other' && open.some((each) => each !== 'other')) tell(`${nameOf(tag)} begins inside of what is marked`)
      if (typeof mark === 'number') found.push({ mark, tag: nameOf(tag) })
      open.push(kind)
    } else if (name === 'EMC') {
      if (open.pop() === undefined) tell('a mark ends that did not begin')
    } else if (paints.has(name) && open.every((each) => each === 'other')) tell(`${name} paints what is not marked`)
    operands = []
  }
  if (open.length > 0) tell('a mark does not end')
  return found
}

function annotationFaults(file: PdfFile, page: Dict, tree: readonly Tagged[]): readonly string[] {
  const held = new Set(elementsOf(tree).flatMap(({ annotations }) => annotations))
  return file.list(page.get('Annots')).flatMap((ref) => {
    const annotation = file.dict(ref)
    const contents = file.value(annotation.get('Contents'))
    const action = file.dict(annotation.get('A'))
    return [
      ...(typeof annotation.get('StructParent') === 'number' ? [] : ['an annotation does not name its element']),
      ...(typeof contents === 'string' && contents !== '' ? [] : ['an annotation says nothing']),
      ...(ref instanceof Ref && held.has(ref.id) ? [] : ['an annotation is in no element']),
      ...(['URI', 'GoTo'].includes(nameOf(action.get('S'))) ? [] : ['an annotation does something else than lead somewhere']),
    ]
  })
}

function fontFaults(file: PdfFile, page: Dict): readonly string[] {
  const fonts = file.dict(file.dict(page.get('Resources')).get('Font'))
  return [...fonts.values()].flatMap((ref) => {
    const font = file.dict(ref)
    const [inner] = file.list(font.get('DescendantFonts'))
    const descriptor = file.dict(file.dict(inner).get('FontDescriptor'))
    return [
      ...(font.has('ToUnicode') ? [] : ['a font whose text nobody can read']),
      ...(['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(key)) ? [] : ['a font that is not embedded']),
    ]
  })
}

/** Which elements an element may be in, of those whose place matters. */
const within: Readonly<Record<string, readonly string[]>> = {
  THead: ['Table'],
  TBody: ['Table'],
  TR: ['Table', 'THead', 'TBody'],
  TH: ['TR'],
  TD: ['TR'],
  Caption: ['Table'],
  LI: ['L'],
  Lbl: ['LI'],
  LBody: ['LI'],
  TOCI: ['TOC'],
}

function elementFaults(tree: readonly Tagged[]): readonly string[] {
  const faults: string[] = []
  const look = (element: Tagged, parent: string): void => {
    const { type, alt, scope, children, pieces, annotations } = element
    if (type === 'Figure' && (alt ?? '') === '') faults.push('a Figure without Alt')
    if (type === 'TH' && scope === undefined) faults.push('a TH without Scope')
    if (type === 'Link' && annotations.length === 0) faults.push('a Link that leads nowhere')
    if (within[type] && !within[type].includes(parent)) faults.push(`${type} in ${parent}`)
    if (children.length + pieces.length + annotations.length === 0 && type !== 'TD') faults.push(`${type} is empty`)
    if (type === 'Table') {
      const widths = new Set(
        elementsOf(children)
          .filter((each) => each.type === 'TR')
          .map((row) => row.children.length),
      )
      if (widths.size > 1) faults.push(`a Table with rows of ${[...widths].join(' and ')} cells`)
    }
    for (const child of children) look(child, type)
  }
  for (const each of tree) look(each, '')
  const levels = elementsOf(tree).flatMap(({ type }) => (/^H[1-6]$/.test(type) ? [Number(type.slice(1))] : []))
  if (levels.some((level, at) => level > (at === 0 ? 0 : (levels[at - 1] ?? 0)) + 1)) faults.push('a heading skips a level')
  return faults
}
