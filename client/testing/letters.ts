import { carryLetters } from '#server/jobs/letters.ts'
import type { TestApp } from '#server/testing/app.ts'

/** Carries the letters that wait to their addresses, but for those that the mail server does not know. Whom they reached. */
export async function carryAway(world: TestApp, unknown: readonly string[] = []): Promise<readonly string[]> {
  const reached: string[] = []
  await carryLetters(world.app.server, {
    carry: ({ to: { address } }) => {
      const refused = { responseCode: 550, response: `550 No such mailbox: ${address}`, command: 'RCPT TO' }
      if (unknown.includes(address)) return Promise.reject(Object.assign(new Error('refused'), refused))
      reached.push(address)
      return Promise.resolve()
    },
    close: () => undefined,
  })
  return reached
}
