import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries, freePort, runAs, serverUser } from '../../scripts/postgres.mjs'

/**
 * Two PostgreSQL servers of their own: what the first one says is committed the second one has, too (synchronous
 * replication). See docs/fail-over.md for what a community runs.
 */
export class PostgresPair {
  /** Which of the two takes writes. */
  #primary = 0
  readonly #user = serverUser()

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly ports: readonly [number, number],
  ) {}

  /** Null where PostgreSQL's programs are not installed. */
  static async start(): Promise<PostgresPair | null> {
    const bin = findBinaries()
    if (!bin) return null
    const folder = mkdtempSync(join(tmpdir(), 'letterlend-pair-'))
    const pair = new PostgresPair(bin, folder, [await freePort(), await freePort()])
    try {
      await pair.#makeBoth()
    } catch (error) {
      await pair.stop()
      throw error
    }
    return pair
  }

  async #makeBoth(): Promise<void> {
    const { uid, gid } = this.#user
    if (uid !== undefined && gid !== undefined) chownSync(this.folder, uid, gid)
    await this.#run('initdb', ['-D', this.#data(0), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'])
    await this.#begin(0)
    const from = ['-h', '127.0.0.1', '-p', String(this.ports[0]), '-U', 'postgres']
    await this.#run('pg_basebackup', [...from, '-D', this.#data(1), '-R', '--checkpoint=fast'])
    await this.#begin(1)
    await this.#waitForSync()
  }

  /** A new empty database, by the address of the server that takes writes and by that of both. */
  async createDatabase(name: string): Promise<{ urlOfBoth: string }> {
    const admin = new pg.Client({ connectionString: this.urlOf('postgres') })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    await admin.end()
    const hosts = this.ports.map((port) => `127.0.0.1:${port}`).join(',')
    return {
      urlOfBoth: `postgres://postgres@${hosts}/${name}?target_session_attrs=read-write`,
    }
  }

  /** The address of a database at the server that takes writes now. */
  urlOf(name: string): string {
    return `postgres://postgres@127.0.0.1:${this.ports[this.#primary]}/${name}`
  }

  /** The primary ends as by a power cut, and the other one takes its place. */
  async failOver(): Promise<void> {
    await this.#run('pg_ctl', ['-D', this.#data(0), '-m', 'immediate', 'stop'])
    await this.#run('pg_ctl', ['-D', this.#data(1), '-w', 'promote'])
    this.#primary = 1
  }

  async stop(): Promise<void> {
    for (const index of [0, 1]) {
      // One of them may have ended already.
      await this.#run('pg_ctl', ['-D', this.#data(index), '-m', 'immediate', 'stop']).catch(
        () => {},
      )
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  #data(index: number): string {
    return join(this.folder, `data-${index}`)
  }

  #run(program: string, args: string[]): Promise<void> {
    return runAs(join(this.bin, program), args, this.#user)
  }

  async #begin(index: number): Promise<void> {
    // The machine itself does not fail: what was written is there without waiting for the disk.
    const options = `-p ${this.ports[index]} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${this.folder} -c fsync=off`
    const log = join(this.folder, `log-${index}`)
    await this.#run('pg_ctl', ['-D', this.#data(index), '-w', '-l', log, '-o', options, 'start'])
  }

  /** From now on nothing is committed that the second server does not have. */
  async #waitForSync(): Promise<void> {
    const admin = new pg.Client({ connectionString: this.urlOf('postgres') })
    await admin.connect()
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await admin.query('SELECT pg_reload_conf()')
    for (;;) {
      const { rows } = await admin.query(
        `SELECT 1 FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')`,
      )
      if (rows.length > 0) break
      await wait(50)
    }
    await admin.end()
  }
}
