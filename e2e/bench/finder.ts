import { join } from 'node:path'
import { build } from 'vite'
import { folded } from '#client/i18n/folded.ts'
import { find, type Findable } from '#client/features/finder/found.ts'
import { findBrowser } from '../browser.ts'
import { Device } from '../device.ts'
import { leaderOf, pathOf, remembered, usableMs } from './application.ts'
import { realShape } from './form.ts'
import { keys, keystrokes } from './keys.ts'
import { openLab, remember } from './lab.ts'
import { quantile, type Line } from './stats.ts'

const runs = 5
/** What a screen of sixty frames a second has for one. */
const frameMs = 16.7

const answerLetters = 1_000

/** Milliseconds that finding takes for each beginning of a line of text. */
function workedOut(): number[] {
  const sentence = 'La institución revisó durante el período sus iniciativas con las áreas que las llevan. '
  const among = Array.from({ length: 1_000 }, (_, at): Findable => {
    const isAnswer = at >= 500
    const title = `¿Cómo se realiza en su institución lo que se describe en la pregunta ${at % 500}?`
    const body = isAnswer ? sentence.repeat(20).slice(0, answerLetters) : undefined
    return {
      id: String(at),
      kind: isAnswer ? 'answer' : 'question',
      number: `1.${at % 10}.${at % 500}`,
      title,
      body,
      words: folded(body ?? title),
    }
  })
  return Array.from({ length: runs }, () => {
    const took = Array.from({ length: keys.length }, (_, at) => {
      const began = performance.now()
      find(among, keys.slice(0, at + 1))
      return performance.now() - began
    })
    return quantile(took, 0.95)
  })
}

/** The search that Ctrl+K opens, in a form of 500 questions without a network: each key until what it finds is painted. */
export async function finder(): Promise<Line[]> {
  await build({ configFile: join(import.meta.dirname, '../../vite.config.ts'), logLevel: 'warn' })
  const lab = await openLab([{ shape: realShape, institutionId: 'busca', people: 1 }])
  try {
    const [place] = lab.places
    if (!place) throw new Error('an institution is needed')
    const device = new Device({ browser: await findBrowser(), profile: join(lab.folder, 'finding'), url: lab.server.url })
    const page = await device.open()
    await remember(device.context, remembered(leaderOf(place), place))
    await page.goto(pathOf(place, `${place.formId}-s0`))
    await usableMs(page)
    const field = page.getByRole('dialog').getByRole('combobox')
    // Its code comes once, late.
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await device.context.setOffline(true)
    const session = await device.context.newCDPSession(page)
    const typedAt = async (rate: number): Promise<number[]> => {
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      const all: number[] = []
      for (let run = 0; run < runs; run += 1) {
        await field.fill('')
        const took = await keystrokes(page, field)
        if (took.length < keys.length) throw new Error('not every key was counted')
        all.push(quantile(took, 0.95))
      }
      return all
    }
    const lines: Line[] = [
      {
        what: `what a key of it works out, 500 questions and 500 answers of ${answerLetters} letters: p95`,
        unit: 'ms',
        ours: workedOut(),
        goal: { most: frameMs },
      },
      {
        what: `search of 500 questions: key to paint, p95 of ${keys.length}`,
        unit: 'ms',
        ours: await typedAt(1),
        goal: { most: frameMs },
      },
      { what: 'the same, 4× slower', unit: 'ms', ours: await typedAt(4), goal: { most: 50 } },
    ]
    await device.close()
    return lines
  } finally {
    await lab.close()
  }
}
