import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { type Database, embeddedDatabase, postgresDatabase } from '#platform/server/db/client.ts'
import { openPglite } from '#platform/server/db/pglite.ts'
import { JobQueue } from '#platform/server/jobs/job-queue.ts'
import { MailQueue } from '#platform/server/mail/mail.queue.ts'
import { FEATURES } from '../app.ts'

/** Where each test file gets its own migrated database from. */
export type DatabaseTemplate =
  | { kind: 'embedded'; dump: string }
  | { kind: 'postgres'; server: string; template: string }

declare module 'vitest' {
  export interface ProvidedContext {
    databaseTemplate: DatabaseTemplate
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** The job queue makes its own tables; with them in the template no test waits for that. */
async function prepareQueue(database: Database): Promise<void> {
  const unused = { send: async () => {}, close() {} }
  const logger = pino({ level: 'silent' })
  const jobs = new JobQueue(database, logger)
  new MailQueue(database, jobs, unused, logger)
  for (const kind of FEATURES.flatMap((feature) => feature.jobs ?? [])) {
    jobs.define({ ...kind, run: async () => {} })
  }
  await jobs.prepare()
  await jobs.stop()
}

async function postgresTemplate(server: string, project: TestProject) {
  const template = `letterlend_template_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${template}`)
  const database = await postgresDatabase(databaseUrl(server, template))
  await prepareQueue(database)
  await database.close()
  project.provide('databaseTemplate', { kind: 'postgres', server, template })
  return async () => {
    await admin.query(`DROP DATABASE ${template} WITH (FORCE)`)
    await admin.end()
  }
}

async function embeddedTemplate(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'letterlend-test-'))
  const dump = join(folder, 'template.tar')
  const pglite = await openPglite()
  await prepareQueue(await embeddedDatabase(pglite))
  // A third of the dump, which each test file loads, and which nothing is ever made of.
  await pglite.exec(`UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template_'`)
  for (const name of ['template0', 'template1']) await pglite.exec(`DROP DATABASE ${name}`)
  await pglite.exec('CHECKPOINT')
  const blob = await pglite.dumpDataDir('none')
  await writeFile(dump, Buffer.from(await blob.arrayBuffer()))
  await pglite.close()
  project.provide('databaseTemplate', { kind: 'embedded', dump })
  return () => rm(folder, { recursive: true })
}

/** `TEST_DATABASE_URL` chooses PostgreSQL for all API tests; without it they run embedded. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
  return server ? postgresTemplate(server, project) : embeddedTemplate(project)
}
