import { expect, test } from 'vitest'
import { configOf } from '../config.ts'

const whole = {
  FILES: 's3',
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'indice',
  S3_ACCESS_KEY_ID: 'KEY',
  S3_SECRET_ACCESS_KEY: 'a-secret-of-the-test',
}

/** The sentence with which settings are refused. */
function refusal(settings: Readonly<Record<string, string>>): string {
  try {
    configOf(settings)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'taken'
}

test('[FS1] files are on the disk unless it is said where else, and a bucket may be named without being used', () => {
  expect(configOf({}).fileStore).toEqual({ kind: 'disk', s3: undefined })
  expect(configOf({ FILES: 'database' }).fileStore).toEqual({ kind: 'database', s3: undefined })
  const s3 = {
    endpoint: 'https://s3.example',
    bucket: 'indice',
    region: 'us-east-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'a-secret-of-the-test',
    prefix: '',
    pathStyle: true,
    directReads: false,
  }
  expect(configOf(whole).fileStore).toEqual({ kind: 's3', s3 })
  expect(configOf({ ...whole, FILES: 'disk', S3_PREFIX: 'a/b/' }).fileStore).toEqual({ kind: 'disk', s3: { ...s3, prefix: 'a/b/' } })
})

test('[FS1] a bucket that is named in part, or wrongly, is refused with one sentence that says no secret', () => {
  const half = 'A store of files needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    expect(refusal({ ...whole, [name]: '' })).toBe(half)
  expect(refusal({ S3_BUCKET: 'indice' })).toBe(half)
  expect(refusal({ FILES: 'tape' })).toBe('FILES must be disk, database or s3, and is "tape".')
  for (const endpoint of ['s3.example', 'https://s3.example/path', 'https://user:word@s3.example', 'ftp://s3.example'])
    expect(refusal({ ...whole, S3_ENDPOINT: endpoint })).toMatch(/^S3_ENDPOINT must be/)
  for (const prefix of ['/', 'a', '../', 'a//', 'a b/']) expect(refusal({ ...whole, S3_PREFIX: prefix })).toMatch(/^S3_PREFIX must be/)
  expect(refusal({ ...whole, S3_BUCKET: 'in.dice', S3_PATH_STYLE: 'off' })).toBe('S3_PATH_STYLE=off needs an S3_BUCKET without points.')
  const told = refusal({ ...whole, S3_SECRET_ACCESS_KEY: 'a secret with blanks' })
  expect(told).toBe('S3_SECRET_ACCESS_KEY must be the secret of that key, and is not.')
})
