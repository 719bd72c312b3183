import { userInfo } from 'node:os'
import { PEOPLES_COLLATION } from './columns.ts'
import { causes, sqlState } from './database-errors.ts'

/** The database is reachable but unusable; the message is shown to the operator. */
export class DatabaseUnusableError extends Error {}

export const OLDEST_POSTGRES = 150_000

/** The parts of DATABASE_URL that could be read, without the password. */
interface Target {
  role: string
  database: string
  hosts: string
}

const ADDRESS = /^postgres(?:ql)?:\/\/(?:([^:@/?]*)(?::.*)?@)?([^@/?]*)(?:\/([^?]*))?/is

/** Also reads an address with several hosts, which only PostgreSQL accepts as a URL. */
export function targetOf(connectionString: string): Target {
  const [, user = '', hosts = '', database = ''] = ADDRESS.exec(connectionString) ?? []
  const role = user || userInfo().username
  return { role, database: database || role, hosts: hosts || 'localhost' }
}

const messagesOf = (error: unknown) => [...causes(error)].map(({ message }) => String(message))

/** Explains an error that PostgreSQL itself returned, by SQLSTATE. */
function refusalOf(error: unknown, { role, database }: Target): string | undefined {
  const messages = messagesOf(error).join(' ')
  switch (sqlState(error)) {
    case '28P01':
      return `PostgreSQL rejects the password of the role "${role}": correct it in DATABASE_URL.`
    case '28000':
      return /does not exist/.test(messages)
        ? `PostgreSQL has no role "${role}": create it (createuser --pwprompt ${role}), or name another one in DATABASE_URL.`
        : `PostgreSQL lets the role "${role}" not into "${database}" from here: add a line to pg_hba.conf (or sslmode=require to DATABASE_URL).`
    case '3D000':
      return `PostgreSQL has no database "${database}": create it (createdb --owner=${role} ${database}), or name another one in DATABASE_URL.`
    case '53300':
      return 'PostgreSQL has no connection left: each process takes up to 11, and one more while it starts; raise max_connections.'
    case '53100':
      return 'The disk of the database is full: free some space, then start again.'
    case '57P03':
      return 'PostgreSQL is starting up or shutting down: try again in a moment.'
    case '25006':
      return `The database "${database}" is read-only: DATABASE_URL has to name the primary, not a standby, and default_transaction_read_only must be off.`
    case '42501':
      return rightMissing(messages, { role, database })
    case '58P01':
    case '0A000': {
      const [, extension] =
        /extension "(\w+)"|extension control file .*\/(\w+)\.control/.exec(messages) ?? []
      return /extension/.test(messages)
        ? `PostgreSQL does not have the extension ${extension ?? 'btree_gist or pg_trgm'}: install its contrib package (postgresql-contrib).`
        : undefined
    }
    default:
      return undefined
  }
}

function rightMissing(
  messages: string,
  { role, database }: Pick<Target, 'role' | 'database'>,
): string {
  const [, extension] = /create extension "(\w+)"/.exec(messages) ?? []
  if (extension) {
    return `The role "${role}" may not create the extension ${extension}: let a superuser run CREATE EXTENSION btree_gist; CREATE EXTENSION pg_trgm; in "${database}" once.`
  }
  return `The role "${role}" may not create or change tables in "${database}": make it the owner (ALTER DATABASE "${database}" OWNER TO "${role}").`
}

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+)$/

/** Explains why there is no connection. */
function unreachable(error: unknown, { role, hosts }: Target): string | undefined {
  const chain = [...causes(error)]
  const codes = chain.map(({ code }) => String(code))
  const messages = messagesOf(error).join(' ')
  const has = (...oneOfCodes: string[]) => codes.some((code) => oneOfCodes.includes(code))
  if (has('ECONNREFUSED', 'ENOENT'))
    return `No PostgreSQL answers at ${hosts}: start it, or correct DATABASE_URL.`
  if (has('ENOTFOUND', 'EAI_AGAIN')) return `DATABASE_URL names an unknown host: ${hosts}.`
  if (
    has('ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH') ||
    /timeout (expired|exceeded)/i.test(messages)
  )
    return `PostgreSQL at ${hosts} does not answer in time: is a firewall in between?`
  if (/client password must be a string|no password supplied/.test(messages))
    return `PostgreSQL asks the role "${role}" for a password: DATABASE_URL has none.`
  if (/does not support SSL/.test(messages))
    return `PostgreSQL at ${hosts} offers no encryption: remove sslmode from DATABASE_URL, or enable TLS there.`
  if (codes.some((code) => CERTIFICATE.test(code)))
    return `The certificate of PostgreSQL at ${hosts} is not trusted: name its authority with sslrootcert in DATABASE_URL.`
  return undefined
}

/** A sentence for a problem that the operator can solve; undefined for all others. */
export function explainDatabase(error: unknown, connectionString: string): string | undefined {
  const target = targetOf(connectionString)
  return refusalOf(error, target) ?? unreachable(error, target)
}

/** Query for {@link ServerFacts}. */
export const ASK_SERVER = `SELECT current_setting('server_version_num')::int AS version,
  current_setting('server_version') AS name, current_setting('server_encoding') AS encoding,
  EXISTS (SELECT FROM pg_collation WHERE collname = '${PEOPLES_COLLATION}') AS "hasCollation"`

export interface ServerFacts {
  /** PostgreSQL's own version text: "17.2 (Debian 17.2-1)". */
  name: string
  version: number
  encoding: string
  /** Whether it has the collation for people's texts. */
  hasCollation: boolean
}

/** Checks properties of the server that no migration can change. Throws {@link DatabaseUnusableError}. */
export function checkServer({ version, encoding, hasCollation }: Omit<ServerFacts, 'name'>): void {
  if (version < OLDEST_POSTGRES) {
    throw new DatabaseUnusableError(
      `PostgreSQL ${Math.floor(version / 10_000)} is too old: Letterlend needs PostgreSQL 15 or later.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseUnusableError(
      `The encoding of the database is ${encoding}: create it again with UTF8 (createdb --encoding=UTF8 --template=template0).`,
    )
  }
  if (!hasCollation) {
    throw new DatabaseUnusableError(
      `This PostgreSQL was built without ICU, which sorts and finds names in every language: install a build with ICU, such as any official package of PostgreSQL.`,
    )
  }
}
