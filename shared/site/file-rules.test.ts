import { describe, expect, test } from 'vitest'
import { blobsOf, filesIn, isSiteFileId, siteFileIdOf, siteFileInvalidity, widthsOf } from './file-rules.ts'
import { siteLimits, type Section } from './model.ts'

const hash = '0123456789abcdef'.repeat(4)
const id = siteFileIdOf('image', hash)

describe('files of the site', () => {
  test('[WF1] a file of 15 MB is taken, one byte more is not, an empty one neither', () => {
    expect(siteFileInvalidity('document', 'acta.pdf', siteLimits.fileBytes)).toBeUndefined()
    expect(siteFileInvalidity('document', 'acta.pdf', siteLimits.fileBytes + 1)).toEqual({ code: 'site_file_too_large' })
    expect(siteFileInvalidity('document', 'acta.pdf', 0)).toEqual({ code: 'file_empty' })
  })

  test.each([
    ['document', 'acta.PDF', true],
    ['document', 'logo.svg', true],
    ['document', 'programa.exe', false],
    ['document', 'acta.pdf.html', false],
    ['document', 'pdf', false],
    ['document', 'acta.pdf\u202e.exe', false],
    ['document', 'acta.webp', false],
    ['image', 'foto.WEBP', true],
    ['image', 'foto.svg', true],
    ['image', 'foto.pdf', false],
    ['image', 'foto.html', false],
    ['image', 'foto.svgz', false],
  ] as const)('[WF1] as %s the name %j is taken: %s', (type, name, taken) => {
    expect(siteFileInvalidity(type, name, 10)?.code).toBe(taken ? undefined : 'file_format')
  })

  test('[WF4] an id says its content and its use, and is found wherever a page names it', () => {
    const other = siteFileIdOf('document', hash)
    expect([isSiteFileId(id), isSiteFileId(other), id === other, isSiteFileId(`${id}0`)]).toEqual([true, true, false, false])
    const section: Section = {
      id: 's1',
      component: 'list',
      content: {
        listData: [{ icon: id, body: `<p><a href="/files/document/${other}/acta.pdf">acta</a></p>` }],
        title: `x-${siteFileIdOf('image', 'f'.repeat(64))}`,
      },
      englishContent: {},
      hidden: true,
      englishOf: null,
    }
    expect([...filesIn([section])].toSorted()).toEqual([other, id].toSorted())
    expect(filesIn([]).size).toBe(0)
  })

  test('[WF2] a picture is kept in no width that would make it larger', () => {
    expect([widthsOf(2000), widthsOf(1600), widthsOf(481), widthsOf(480), widthsOf(20)]).toEqual([
      [480, 960, 1600],
      [480, 960],
      [480],
      [],
      [],
    ])
  })

  test('[WF4] what the disk keeps for a file is what was brought and every form of it', () => {
    expect(blobsOf({ sha256: hash, made: { own: 'a', 480: 'b' } }).toSorted()).toEqual([hash, 'a', 'b'].toSorted())
    expect(blobsOf({ sha256: hash })).toEqual([hash])
  })
})
