import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ListenError, tryAddress } from '#platform/server/http/listening.ts'
import { explain } from './failures.ts'

const PASSWORD = 'Gehe!m-77'
const DATABASE_URL = `postgres://lend:${PASSWORD}@db.example:5433,db2.example/letters`
const failed = (code: string, message = '') => Object.assign(new Error(message), { code })

it('a failure is explained by the full disk if the embedded database has no space left', () => {
  const environment = { DATA_DIR: '/srv/lend' }
  const raw = new Error('cannot drop active portal ""')
  expect(explain(raw, environment, () => 4_096)).toBe(
    'The disk that holds DATA_DIR=/srv/lend is full: free some space (an empty database takes 64 MB), then start again.',
  )
  expect(explain(raw, environment, () => 2 ** 40)).toContain('active portal')
  const file = new Error('write', { cause: failed('ENOSPC') })
  expect(explain(file, environment, () => 2 ** 40)).toBe(
    'The disk is full: free some space, then try again.',
  )
})

describe('a one-sentence explanation exists for', () => {
  it.each([
    ['28P01', '', 'PostgreSQL rejects the password of the role "lend"'],
    ['28000', 'role "lend" does not exist', 'PostgreSQL has no role "lend"'],
    ['28000', 'no pg_hba.conf entry', 'lets the role "lend" not into "letters"'],
    ['3D000', '', 'PostgreSQL has no database "letters"'],
    ['53100', '', 'The disk of the database is full'],
    ['53300', '', 'has no connection left'],
    ['57P03', '', 'is starting up'],
    ['25006', '', 'is read-only'],
    ['42501', 'permission denied for schema public', 'make it the owner'],
    ['42501', 'permission denied to create extension "pg_trgm"', 'the extension pg_trgm'],
    ['0A000', 'extension "pg_trgm" is not available', 'does not have the extension pg_trgm'],
    ['ECONNREFUSED', '', 'No PostgreSQL answers at db.example:5433,db2.example'],
    ['ENOTFOUND', '', 'names an unknown host'],
    ['ETIMEDOUT', '', 'does not answer in time'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', '', 'is not trusted'],
  ])('%s (%s)', (code, message, sentence) => {
    const query = new DrizzleQueryError('select 1', [PASSWORD], failed(code, message))
    const explanation = explain(query, { DATABASE_URL })
    expect(explanation).toContain(sentence)
    expect(explanation).not.toMatch(/\n|Gehe!m/)
  })

  it.each([
    ['203.0.113.9', /HOST=203\.0\.113\.9 is not an address of this machine/],
    ['no.such.name.invalid', /is an unknown name/],
  ])('the unusable HOST=%s', async (host, sentence) => {
    await expect(tryAddress({ host, port: 0 })).rejects.toThrow(sentence)
  })

  it('a port in use and a port that needs privileges', async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => listener.once('listening', resolve))
    const { port } = listener.address() as AddressInfo
    const refused = tryAddress({ host: '127.0.0.1', port })
    await expect(refused).rejects.toThrow(`is taken by another program: set PORT to a free one`)
    await new Promise((resolve) => listener.close(resolve))
    await tryAddress({ host: '127.0.0.1', port })
    const reserved = new ListenError(failed('EACCES'), { host: '127.0.0.1', port: 80 })
    expect(explain(reserved, {})).toMatch(/PORT=80 is not for this user/)
  })
})

it('an unexpected failure is explained with its location, without values and secrets', () => {
  const cause = failed('42P01', `relation "x" does not exist, said ${PASSWORD}`)
  const error = new DrizzleQueryError('select * from x where a = $1', ['somebody'], cause)
  const explanation = explain(error, { SMTP_URL: `smtp://lend:${PASSWORD}@mail.example` })
  expect(explanation).toContain('Failed query: select * from x')
  expect(explanation).toContain('relation "x" does not exist, said ***')
  expect(explanation).toContain('failures.test.ts')
  expect(explanation).not.toContain('somebody')
})
