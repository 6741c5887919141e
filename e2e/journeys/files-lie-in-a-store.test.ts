import { startS3 } from '#server/testing/s3.ts'
import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { talent, training } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { ServerProcess } from '../server.ts'
import { upToDate } from '../screens/sync-panel.ts'

const { professional, leader } = peopleOf('norte')
const checkout = join(import.meta.dirname, '../..')
const plan = {
  name: 'Plan-de-talento.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${'Plan de talento. '.repeat(20_000)}\n%%EOF\n`),
}

test('[FS7] [FS8] evidence lies in a store that speaks S3: it is added without a network, reaches the store, and comes from there to whoever may see it', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const { dataDir } = ownServer
  await ownServer.stop()
  const peer = await startS3()
  let server: ServerProcess | undefined
  try {
    const { endpoint, bucket, accessKeyId, secretAccessKey, prefix } = peer.place()
    const env = {
      FILES: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_PREFIX: prefix,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_DIRECT_READS: 'on',
    }
    const before = (await readdir(join(dataDir, 'files'))).length
    const copied = await promisify(execFile)(process.execPath, ['server/cli/commands.ts', 'files', 'copy'], {
      cwd: checkout,
      env: { ...process.env, DATA_DIR: dataDir, ...env },
    })
    expect(copied.stdout).toContain(`Copied from disk to s3: ${before}; there already: 0; not copied: 0.`)
    server = await ServerProcess.launch({ dataDir, env })

    const device = await newDevice(server.url)
    const questionnaire = await atWork(device, professional, talent)
    const card = questionnaire.question(training)
    await card.choose('Sí')
    await goOffline(device.context)
    await card.attach(plan)
    await goOnline(device.context)
    await upToDate(questionnaire.page)

    const theirs = await newDevice(server.url)
    const opened = await atWork(theirs, leader, talent)
    const { page } = opened
    const fromStore: number[] = []
    page.on('response', (response) => {
      if (response.url().startsWith(`${endpoint}/`)) fromStore.push(response.status())
    })
    const downloading = page.waitForEvent('download')
    await opened
      .question(training)
      .root.getByRole('button', { name: `Descargar ${plan.name}` })
      .click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe(plan.name)
    expect((await readFile(await file.path())).equals(plan.buffer)).toBe(true)
    expect(fromStore).toEqual([200])
    expect((await readdir(join(dataDir, 'files'))).length).toBe(before)
  } finally {
    await server?.stop()
    await peer.stop()
  }
})
